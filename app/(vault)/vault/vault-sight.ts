import {
  entryAges,
  entryGroupings,
  entryParts,
  entrySorts,
  firstSight,
  noPanel,
  type EntrySight,
  type PanelSight,
} from "@/components/entries/entry-sight";
import { environments, keyTypes } from "@/lib/client/labels";

/** All that decides what the page shows: a link with it leads to the same sight. */
export type VaultSight = EntrySight & {
  /** The chosen category's id. */ category: string;
} & PanelSight;

const start: VaultSight = { ...firstSight, category: "", ...noPanel };

/** The parameter of each part. */
const parameters = {
  category: "category",
  project: "project",
  search: "q",
  environment: "environment",
  keyType: "type",
  age: "age",
  sort: "sort",
  group: "group",
  entry: "entry",
  part: "show",
  create: "new",
  like: "like",
} satisfies Record<keyof VaultSight, string>;
const parts = Object.entries(parameters) as [keyof VaultSight, string][];

const choices: Partial<Record<keyof VaultSight, readonly string[]>> = {
  environment: [...environments, "none"],
  keyType: keyTypes,
  age: Object.keys(entryAges),
  sort: Object.keys(entrySorts),
  group: Object.keys(entryGroupings),
  part: entryParts,
  create: ["entry"],
};

/** The sight that a query asks for. What it leaves out, or what nobody can choose, is as at first. */
export function readSight(query: string): VaultSight {
  const given = new URLSearchParams(query);
  const read = parts.flatMap(([part, parameter]) => {
    const value = given.get(parameter);
    return value === null || choices[part]?.includes(value) === false ? [] : [[part, value] as const];
  });
  return { ...start, ...Object.fromEntries(read) };
}

/** The query that asks for this sight: empty for the first one. */
export const writeSight = (sight: VaultSight): string =>
  new URLSearchParams(
    parts.flatMap(([part, parameter]) => (sight[part] === start[part] ? [] : [[parameter, sight[part]]])),
  ).toString();

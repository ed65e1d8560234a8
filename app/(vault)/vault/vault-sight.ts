import {
  entryAges,
  entryGroupings,
  entrySorts,
  firstSight,
  noPanel,
  panelChoices,
  panelParameters,
  type EntrySight,
  type PanelSight,
} from "@/components/entries/entry-sight";
import type { SightText } from "@/lib/client/hooks/reveal/use-sight";
import { environments, keyTypes } from "@/lib/client/words/labels";
import { sightText } from "@/lib/client/sight-text";

/** All that decides what the page shows: a link with it leads to the same sight. */
export type VaultSight = EntrySight & {
  /** The chosen category's id. */ category: string;
} & PanelSight;

export const vaultSight: SightText<VaultSight> = {
  ...sightText<VaultSight>(
    { ...firstSight, category: "", ...noPanel },
    {
      category: "category",
      project: "project",
      search: "q",
      environment: "environment",
      keyType: "type",
      age: "age",
      sort: "sort",
      group: "group",
      ...panelParameters,
    },
    {
      environment: [...environments, "none"],
      keyType: keyTypes,
      age: Object.keys(entryAges),
      sort: Object.keys(entrySorts),
      group: Object.keys(entryGroupings),
      ...panelChoices,
    },
  ),
  asksForDialog: (query) => new URLSearchParams(query).get("new") === "category",
};

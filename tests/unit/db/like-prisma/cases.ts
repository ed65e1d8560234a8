import type { Value } from "@/lib/db/sql";
import type { Runtime } from "@/lib/runtime";
import type { Stored } from "./random-vault";

export type Given = Record<string, Value | readonly string[]>;
/** The bounds that a query is asked with: what it takes for them, and the same as Prisma's conditions. */
export type Within = {
  isBounded: boolean;
  /** What it limits. */
  reach: readonly string[];
  given: Given;
  entry: object;
  category: object;
  file: object;
  project: object;
};

export const inUse = { trashId: null };
const projects = ["billing", "shop"];
const withinEnvironments = {
  entry: { OR: [{ environment: "production" }, { environment: null }] },
  file: { fileType: { in: ["env", "env.local", "env.production"] } },
};
const boundsOf: Record<string, { entry: object; file: object }> = {
  projects: { entry: { name: { in: projects } }, file: { project: { name: { in: projects } } } },
  environments: withinEnvironments,
  both: {
    entry: { name: { in: projects }, ...withinEnvironments.entry },
    file: { project: { name: { in: projects } }, ...withinEnvironments.file },
  },
};

export function withinOf(reach: string | undefined): Within {
  const bounds = reach === undefined ? undefined : boundsOf[reach];
  if (!bounds)
    return { isBounded: false, reach: [], given: {}, entry: inUse, category: inUse, file: inUse, project: inUse };
  return {
    isBounded: true,
    reach: reach === "both" ? ["projects", "environments"] : [reach ?? ""],
    given: {
      projects,
      environments: ["production", "none"],
      fileTypes: ["env", "env.local", "env.production"],
    },
    entry: { ...inUse, AND: [bounds.entry] },
    category: { ...inUse, entries: { some: { ...inUse, ...bounds.entry } } },
    file: { ...inUse, AND: [bounds.file] },
    project: { ...inUse, ...(reach !== "environments" && { name: { in: projects } }) },
  };
}

/** The test's own runtime, once it is open. */
export type Own = () => Pick<Runtime, "db" | "reads" | "writes">;
/** What is asked, and what Prisma answers to the same. */
export type Cases = (mine: Stored, others: Stored, within: Within) => Promise<Case[]>;
export type Case = [given: Given, rows: object[]];

export const select = <const C extends string>(...columns: C[]) =>
  Object.fromEntries(columns.map((column) => [column, true])) as Record<C, true>;
/** For each id of either owner, requested by the first. Prisma is asked for all of them at once: that takes as long as one. */
export async function each(
  ids: readonly string[],
  userId: string,
  find: (where: { id: { in: string[] }; userId: string }) => Promise<(readonly [id: string, row: object])[]>,
): Promise<Case[]> {
  const rows = new Map(await find({ id: { in: [...ids] }, userId }));
  return ids.map((id) => [{ id, userId }, [rows.get(id)].filter((row) => row !== undefined)]);
}

/** No reply has it. */
export const inTrash = { trashId: true } as const;

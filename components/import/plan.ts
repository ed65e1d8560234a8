import type { ImportAction, ImportOutcome, ImportResult } from "@/lib/contracts/import";
import { type Imported, readImport } from "@/lib/import";
import type { Source } from "./import-source";

/** One item of the file, by its names, without a value. */
type PlanRow = { label: string; about: string; action: ImportAction; message: string | null };

export type Plan = {
  rows: PlanRow[];
  counts: ImportResult["counts"];
  /** What could not be read from the file. */
  faults: Imported["faults"];
  /** What is stored on confirmation: every valid item. */
  taken: Pick<Imported, "entries" | "twoFactor">;
};

/** The file's items as the vault would store them; null if a project has to be entered first. */
export function readSource({ text, format, project, environment, columns }: Source): Imported | null {
  const imported = readImport(text, { format, project: project.trim(), columns });
  if (imported.entries.some(({ name }) => name === "")) return null;
  const entries = imported.entries.map((entry) =>
    environment === "" ? entry : { ...entry, environment: entry.environment ?? environment },
  );
  return { ...imported, entries };
}

export function planOf({ entries, twoFactor, faults }: Imported, result: ImportResult): Plan {
  const rows: PlanRow[] = [
    ...entries.map(({ category, name, environment }, index) => ({
      label: result.entries[index]?.category ?? category,
      about: environment ? `${name} (${environment})` : name,
      ...outcome(result.entries[index]),
    })),
    ...twoFactor.map(({ service, accountName }, index) => ({
      label: service,
      about: `${accountName} · two-factor token`,
      ...outcome(result.twoFactor[index]),
    })),
  ];
  const isTaken = (outcomes: readonly ImportOutcome[]) => (_: unknown, index: number) =>
    outcomes[index]?.action === "created" || outcomes[index]?.action === "updated";
  return {
    rows,
    counts: result.counts,
    faults,
    taken: { entries: entries.filter(isTaken(result.entries)), twoFactor: twoFactor.filter(isTaken(result.twoFactor)) },
  };
}

const outcome = (known: ImportOutcome | undefined) => ({
  action: known?.action ?? ("rejected" as const),
  message: known ? known.message : "The vault returned no result for this item",
});

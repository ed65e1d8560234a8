import type { ImportAction, ImportOutcome, ImportResult } from "@/lib/contracts/transfer/import";
import { type Imported, readImport } from "@/lib/import";
import { sentence } from "@/lib/client/http/describe-error";
import type { Source } from "./import-source";
import { shownColumns } from "./shown-columns";

export { importAll, tooMuchFor } from "@/lib/import/batches";

/** One item of the file, by its names, without a value. */
type PlanRow = { label: string; about: string; action: ImportAction; message: string | null };

/** What wants a look stands first: among 35 lines nobody finds the one that replaces something. */
const order: readonly ImportAction[] = ["rejected", "updated", "created", "unchanged"];
const inOrder = (a: PlanRow, b: PlanRow) => order.indexOf(a.action) - order.indexOf(b.action);

export type Plan = {
  /** What is skipped and what changes first, each in the file's order. */ rows: PlanRow[];
  counts: ImportResult["counts"];
  /** What could not be read from the file. */
  faults: Imported["faults"];
  /** What should be looked at of what could be read. */
  notes: Imported["faults"];
  /** What is stored on confirmation: every valid item. */
  taken: Imported;
};

/** The file's items as the vault would store them; null if a project has to be entered first. */
export function readSource(source: Source): Imported | null {
  const { text, format, project, environment } = source;
  const imported = readImport(text, { format, project: project.trim(), columns: shownColumns(source) });
  // A vault's own export says all of it.
  if (imported.whole) return imported;
  if (imported.entries.some(({ name }) => name === "")) return null;
  const entries = imported.entries.map((entry) =>
    environment === "" ? entry : { ...entry, environment: entry.environment ?? environment },
  );
  return { ...imported, entries };
}

type Told = Pick<ImportOutcome, "action" | "message">;
type Preview = Pick<ImportResult, "counts"> & {
  entries: readonly (Told & { category: string })[];
} & Record<"twoFactor" | "categories" | "envProjects" | "envFiles", readonly Told[]>;

export function planOf({ entries, twoFactor, faults, notes = [], whole }: Imported, result: Preview): Plan {
  const rows: PlanRow[] = [
    ...entries.map((entry, index) => ({
      ...namesOf(entry, result.entries[index]?.category ?? entry.category),
      ...outcome(result.entries[index]),
    })),
    ...twoFactor.map(({ service, accountName }, index) => ({
      label: service,
      about: `${accountName} · two-factor token`,
      ...outcome(result.twoFactor[index]),
    })),
    ...(whole?.categories ?? []).map(({ name }, index) => ({
      label: name,
      about: "category",
      ...outcome(result.categories[index]),
    })),
    ...(whole?.envProjects ?? []).map(({ name }, index) => ({
      label: name,
      about: "env project",
      ...outcome(result.envProjects[index]),
    })),
    ...(whole?.envFiles ?? []).map(({ project, fileType }, index) => ({
      label: `.${fileType}`,
      about: `${project} · env file`,
      ...outcome(result.envFiles[index]),
    })),
  ];
  const isTaken = (outcomes: readonly Told[]) => (_: unknown, index: number) =>
    outcomes[index]?.action === "created" || outcomes[index]?.action === "updated";
  return {
    rows: rows.sort(inOrder),
    counts: result.counts,
    faults: faults.map(asSentence),
    notes: notes.map(asSentence),
    taken: {
      entries: entries.filter(isTaken(result.entries)),
      twoFactor: twoFactor.filter(isTaken(result.twoFactor)),
      faults: [],
      ...(whole && {
        whole: {
          categories: whole.categories.filter(isTaken(result.categories)),
          envProjects: whole.envProjects.filter(isTaken(result.envProjects)),
          envFiles: whole.envFiles.filter(isTaken(result.envFiles)),
        },
      }),
    },
  };
}

const asSentence = ({ where, message }: Imported["faults"][number]) => ({
  where: asHeading(where),
  message: sentence(message),
});

/** A place in the file begins with a capital; an item keeps the name that it has. */
const asHeading = (where: string) =>
  /^(?:line \d|the file$|further on$)/.test(where) ? where.charAt(0).toUpperCase() + where.slice(1) : where;

/** Named as in the file. The category in which it is, or will be, is named if its name differs. */
function namesOf({ keyType, envVarName, name, environment }: Imported["entries"][number], category: string) {
  const label = (keyType === "simple" && envVarName) || category;
  const place = environment ? `${name} (${environment})` : name;
  return { label, about: label === category ? place : `${category} · ${place}` };
}

function outcome(known: Told | undefined): Pick<PlanRow, "action" | "message"> {
  if (!known) return { action: "rejected", message: "The vault returned no result for this item." };
  const { action, message } = known;
  return { action, message: message ? sentence(message) : action === "updated" ? "replaces what is stored" : null };
}

import type { ImportResult } from "@/lib/contracts/import";

type Counts = ImportResult["counts"];

/** What an import would do; `faults` are what can't even be sent. */
export function previewText({ make, change, same, refuse }: Counts, faults: number): string {
  const skipped = refuse + faults;
  return [`${make} new`, `${change} changed`, `${same} unchanged`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(
    ", ",
  );
}

const items = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? "item" : "items"}`;

/** What an import did. */
export function importedText({ make, change }: Counts): string {
  if (change === 0) return `Imported ${items(make, "new")}`;
  return make === 0
    ? `Changed ${items(change, "existing")}`
    : `Imported ${items(make, "new")} and changed ${items(change, "existing")}`;
}

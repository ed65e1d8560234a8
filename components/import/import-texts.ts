import type { ImportResult } from "@/lib/contracts/transfer/import";

type Counts = ImportResult["counts"];

/** What an import would do; `faults` are items that can't be sent. */
export function previewText({ created, updated, unchanged, rejected }: Counts, faults: number): string {
  const skipped = rejected + faults;
  const parts = [`${created} new`, `${updated} changed`, `${unchanged} unchanged`];
  return [...parts, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(", ");
}

const items = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? "item" : "items"}`;

/** What an import did. */
export function importedText({ created, updated }: Counts): string {
  if (updated === 0) return `Imported ${items(created, "new")}`;
  return created === 0
    ? `Changed ${items(updated, "existing")}`
    : `Imported ${items(created, "new")} and changed ${items(updated, "existing")}`;
}

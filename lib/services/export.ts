import type { Caller } from "../auth/caller";
import type { ExportFormat } from "../contracts/export";
import type { Environment } from "../contracts/primitives";
import { assignment, comment } from "../dotenv/serialize";
import { AppError } from "../errors";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import { entryContext } from "./entries";
import { readGroup } from "./entry-value";

export type ExportFilter = { format?: ExportFormat | undefined; environment?: Environment | undefined; project?: string | undefined; ids?: string | undefined };

/** Every value in plain text, and how many had to be left out (each named in a comment line). */
export type Export = { text: string; skipped: number };

/** Ordered by category name, then entry name, then creation. ssh and json entries have no line form and are left out. */
export async function exportEntries({ userId }: Caller, { format = "dotenv", environment, project, ids }: ExportFilter): Promise<Export> {
  const { db } = runtime();
  const wanted = ids === undefined ? undefined : [...new Set(ids.split(","))];
  // Whoever names an entry counts on its line: an .env that silently lacks one would be found out in production.
  if (wanted && (await db.keyEntry.count({ where: { userId, id: { in: wanted } } })) < wanted.length) throw new AppError("ENTRY_NOT_FOUND");
  const rows = await db.keyEntry.findMany({
    where: { userId, id: wanted && { in: wanted }, environment, name: project, category: { keyType: { in: ["simple", "group"] } } },
    orderBy: [{ category: { name: "asc" } }, { name: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, environment: true, encryptedValue: true, category: { select: { name: true, keyType: true, envVarName: true } } },
  });
  const lines: string[] = [];
  let skipped = 0;
  const leaveOut = (what: string) => {
    skipped += 1;
    lines.push(comment(`skipped: ${what}`));
  };
  for (const row of rows) {
    lines.push(comment(`${row.category.name} — ${row.name}${row.environment ? ` (${row.environment})` : ""}`));
    const fields = openFields(row, userId);
    if (!fields) {
      leaveOut(`${row.category.name} — ${row.name} can't be decrypted`);
      continue;
    }
    for (const [name, value] of fields) {
      const line = assignment(name, value, format);
      if (line === null) leaveOut(`${name} holds characters that the format ${format} can't`);
      else lines.push(line);
    }
  }
  return { text: lines.map((line) => `${line}\n`).join(""), skipped };
}

type Row = { id: string; encryptedValue: Uint8Array; category: { keyType: string; envVarName: string | null } };

function openFields(row: Row, userId: string): [name: string, value: string][] | null {
  try {
    const text = runtime().vault.open(row.encryptedValue, entryContext(row.id, userId));
    return row.category.keyType === "group" ? Object.entries(readGroup(text)) : [[row.category.envVarName ?? "", text]];
  } catch (error) {
    log.error({ event: "undecryptable", table: "KeyEntry", rowId: row.id, error: describeFault(error) });
    return null;
  }
}

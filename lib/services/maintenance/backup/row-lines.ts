import { z } from "zod";
import type { AnyRow } from "../../../db/rows";

/**
 * The lines of a backup, each a JSON text: a header, the rows table by table, and a footer with their number. JSON has
 * no bytes, instants or large integers, so each is written as an object with one marked field.
 */
const Header = z.object({
  kind: z.literal("svc-backup"),
  version: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  settings: z.record(z.string(), z.string()),
});
export type Header = z.output<typeof Header>;

const Line = z.union([
  z.object({ header: Header }),
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ rows: z.number() }),
]);
export type Line = z.output<typeof Line>;

export const writeHeader = (header: Header): string => `${JSON.stringify({ header })}\n`;
export const writeRow = (table: string, row: AnyRow): string =>
  `${JSON.stringify({ table, row: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, mark(value)])) })}\n`;
export const writeFooter = (rows: number): string => `${JSON.stringify({ rows })}\n`;

/** Throws a ZodError or SyntaxError if the text is not a line of a backup. */
export function readLine(text: string): Line {
  const line = Line.parse(JSON.parse(text));
  if (!("row" in line)) return line;
  return {
    table: line.table,
    row: Object.fromEntries(Object.entries(line.row).map(([column, value]) => [column, unmark(value)])),
  };
}

function mark(value: unknown): unknown {
  if (value instanceof Date) return { $instant: value.toISOString() };
  if (value instanceof Uint8Array)
    return { $bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
  return typeof value === "bigint" ? { $integer: String(value) } : value;
}

function unmark(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const [[kind, text] = []] = Object.entries(value as Record<string, string>);
  if (kind === "$instant") return new Date(String(text));
  if (kind === "$bytes") return new Uint8Array(Buffer.from(String(text), "base64"));
  if (kind === "$integer") return BigInt(String(text));
  throw new SyntaxError("a value of an unknown kind");
}

import type pg from "pg";
import type { Cell, Row } from "./account";

type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

/**
 * `COPY … FROM STDIN` with one text, which is PostgreSQL's quickest way to take rows. pg can do it, but offers it to whoever
 * speaks its protocol only.
 */
class CopyIn implements pg.Submittable {
  callback: ((error: Error | null) => void) | undefined;
  private fault: Error | undefined;

  constructor(
    private readonly statement: string,
    private readonly content: Buffer,
  ) {}

  submit(connection: pg.Connection): void {
    (connection as unknown as Wire).query(this.statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.sendCopyFromChunk(this.content);
    wire.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.fault = error;
  }

  handleReadyForQuery(): void {
    this.callback?.(this.fault ?? null);
  }
}

/** Appends rows, which all have the same columns, to a table. */
export function copyRows(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const text = rows.map((row) => columns.map((column) => cellText(row[column] ?? null)).join("\t") + "\n").join("");
  const statement = `COPY "${table}" (${columns.map((column) => `"${column}"`).join(", ")}) FROM STDIN`;
  return new Promise((resolve, reject) => {
    const copy = new CopyIn(statement, Buffer.from(text, "utf8"));
    copy.callback = (error) => (error ? reject(error) : resolve());
    client.query(copy);
  });
}

/** As the text format has it. */
function cellText(value: Cell): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string")
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return value.replace(/[\\\t\n\r]/g, (letter) => `\\${{ "\t": "t", "\n": "n", "\r": "r" }[letter] ?? letter}`);
}

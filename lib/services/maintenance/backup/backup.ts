import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { ArchiveError } from "../../../crypto/archive";
import type { Vault } from "../../../crypto/sealing/vault";
import type { Tx } from "../../../db/client";
import { snapshotTransaction } from "../../../db/transactions/isolation";
import { appliedMigrations, pagesOf } from "../../../db/rows";
import { keptTables } from "../../../db/tables";
import { shownSettings } from "../../../env";
import { runtime } from "../../../runtime/index";
import { expectRows } from "./expect-rows";
import type { Progress } from "../progress";
import { type Line, readLine, writeFooter, writeHeader, writeRow } from "./row-lines";
import { writeWhole } from "./write-whole";

/** The longest that a backup may take. The server keeps writing in the meantime. */
const snapshotMsMax = 12 * 60 * 60_000;

export type WrittenBackup = { rows: number; /** Everything that was written before is in it. */ madeAt: Date };

/**
 * Writes the database and the non-secret settings into one sealed file while the vault is running. The file shows the
 * database at one moment, and gets its name only once it is complete and on disk.
 */
export function writeBackup(file: string, progress: Progress): Promise<WrittenBackup> {
  const { db, databaseKind, vault } = runtime();
  return writeWhole(file, async (handle) => {
    await expectRows(progress, keptTables);
    return db.$transaction((tx) => writeSnapshot(tx, vault, handle, progress), {
      ...snapshotTransaction(databaseKind),
      timeout: snapshotMsMax,
    });
  });
}

async function writeSnapshot(tx: Tx, vault: Vault, handle: FileHandle, progress: Progress): Promise<WrittenBackup> {
  let rows = 0;
  const madeAt = new Date();
  async function* lines(): AsyncGenerator<string> {
    yield writeHeader({
      kind: "svc-backup",
      version: 1,
      madeAt: madeAt.toISOString(),
      migrations: await appliedMigrations(tx),
      settings: shownSettings(runtime().settings),
    });
    for (const table of keptTables) {
      for await (const page of pagesOf(tx, runtime().databaseKind, table)) {
        rows += page.length;
        yield page.map((row) => writeRow(table.name, row)).join("");
        progress.advance(page.length);
      }
    }
    yield writeFooter(rows);
  }
  // A page at a time, of which each may have megabytes.
  const source = Readable.from(lines(), { highWaterMark: 1 });
  // If reading rows fails, the compressor fails too, and the loop below throws, even if that happens before it begins.
  const compressed = pipeline(source, createGzip(), () => {});
  try {
    for await (const chunk of vault.sealStream(compressed)) await handle.writeFile(chunk);
  } finally {
    // On a full disk nothing reads on in a transaction that has ended.
    source.destroy();
  }
  return { rows, madeAt };
}

/**
 * The lines of a backup. Throws `ArchiveError` if the file is damaged, cut short, sealed under another key, or no
 * backup.
 */
export async function* readBackup(vault: Vault, file: string): AsyncGenerator<Line> {
  const opened = Readable.from(vault.openStream(createReadStream(file)));
  const unpacked = pipeline(opened, createGunzip(), () => {});
  let rows = 0;
  let counted: number | undefined;
  for await (const text of linesOf(unpacked)) {
    if (counted !== undefined)
      throw new ArchiveError("The file holds data after its end: it is not a backup made by a vault.");
    const line = parse(text);
    if ("row" in line) rows += 1;
    if ("rows" in line) counted = line.rows;
    else yield line;
  }
  if (counted !== rows) throw new ArchiveError("The file does not hold all the rows that it should: it is damaged.");
}

/** Not readline, which also splits at U+2028. JSON may contain that character unescaped. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield rest.toString("utf8", from, end);
      from = end + 1;
    }
    rest = rest.subarray(from);
  }
  if (rest.length > 0) throw new ArchiveError("The file ends within a line: it is not a backup made by a vault.");
}

function parse(text: string): Line {
  try {
    return readLine(text);
  } catch {
    throw new ArchiveError("The file holds a line that this version can't read: use the version that made it.");
  }
}

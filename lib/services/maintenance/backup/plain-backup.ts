import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { everythingFormat, everythingVersion } from "../../../contracts/vault/everything";
import { sealedIn } from "../../../crypto/sealing/sealed-columns";
import type { Vault } from "../../../crypto/sealing/vault";
import type { Tx } from "../../../db/client";
import { snapshotTransaction } from "../../../db/transactions/isolation";
import { pagesOf } from "../../../db/rows";
import { tableNamed } from "../../../db/tables";
import { runtime } from "../../../runtime/index";
import { listValued, partsOf } from "../../everything/parts";
import type { Progress } from "../progress";
import { writeWhole } from "./write-whole";

/** The longest that it may take. The server keeps writing in the meantime. */
const snapshotMsMax = 12 * 60 * 60_000;

/** Turns what is in plain text into what may reach the disk. */
export type Seal = (source: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;
export type PlainBackup = { vaults: number; values: number; unreadable: number };

/**
 * Writes everything of every vault, with the values in plain text, into one file that `seal` seals before it reaches the
 * disk. Each line is a document of its own (docs/formats/everything.md), so that any program can read it, and an import
 * too. The file shows the database at one moment, and gets its name only once it is complete, on disk and
 * `beforeRename` has run.
 */
export async function writePlainBackup(
  file: string,
  seal: Seal,
  progress: Progress,
  beforeRename: () => Promise<void>,
): Promise<PlainBackup> {
  const { db, databaseKind, vault } = runtime();
  const written: PlainBackup = { vaults: 0, values: 0, unreadable: 0 };
  const write = (handle: FileHandle) =>
    db.$transaction(
      async (tx) => {
        const plain = Readable.toWeb(Readable.from(linesOf(tx, vault, written, progress))) as WebStream;
        const sealed = await seal(plain as ReadableStream<Uint8Array>);
        for await (const chunk of Readable.fromWeb(sealed as WebStream)) await handle.writeFile(chunk as Uint8Array);
      },
      { ...snapshotTransaction(databaseKind), timeout: snapshotMsMax },
    );
  await writeWhole(file, write, beforeRename);
  return written;
}

const empty = { categories: [], entries: [], twoFactor: [], envProjects: [], envFiles: [], unreadable: [] };

async function* linesOf(tx: Tx, vault: Vault, written: PlainBackup, progress: Progress): AsyncGenerator<Buffer> {
  const at = new Date();
  const line = (of: object, items: object) =>
    Buffer.from(
      `${JSON.stringify({ format: everythingFormat, formatVersion: everythingVersion, exportedAt: at.toISOString(), vault: of, ...empty, ...items })}\n`,
    );
  for await (const of of vaultsIn(tx)) {
    written.vaults += 1;
    const source = {
      db: tx,
      owner: { userId: of.id },
      before: null,
      open: <R>(
        table: "KeyEntry" | "TwoFactorToken" | "EnvFile",
        { id, sealed }: { id: string; sealed: Uint8Array },
        _: unknown,
        read: (text: string) => R,
      ) => {
        progress.advance(1);
        try {
          const text = read(vault.open(sealed, sealedIn(table, id, of.id)));
          written.values += 1;
          return { text };
        } catch {
          written.unreadable += 1;
          return null;
        }
      },
    };
    const valued = await listValued(source);
    progress.expect(valued.count);
    // An empty vault has a line too.
    yield line(of, {});
    for await (const { section, items } of partsOf(source, valued))
      if (items.length > 0) yield line(of, { [section]: items });
  }
}

/** Whose things they are: people by their address, teams by their name, with the addresses of their members. */
async function* vaultsIn(tx: Tx): AsyncGenerator<{ id: string; kind: "person" | "team"; name: string }> {
  for await (const rows of pagesOf(tx, runtime().databaseKind, tableNamed("User"), ["email"]))
    for (const { id, email } of rows) yield { id: String(id), kind: "person", name: String(email) };
  for await (const rows of pagesOf(tx, runtime().databaseKind, tableNamed("Team"), ["name"]))
    for (const row of rows) {
      const members = await tx.membership.findMany({
        where: { teamId: String(row.id) },
        select: { role: true, user: { select: { email: true } } },
      });
      const listed = members.map(({ role, user }) => ({ email: user.email, role }));
      yield { id: String(row.id), kind: "team", name: String(row.name), ...{ members: listed } };
    }
}

import { setImmediate as laterTurn } from "node:timers/promises";
import { byVault, type Head, type Link, linkAll, type LinkedRecord, mailsOf, type NewRecord } from "./chain";
import type { DatabaseKind, Tx } from "./client";
import { allIn, runIn } from "./queries/in-transaction";
import { holdOwnerRow } from "./queries/locks";
import { insertMail } from "./queries/mail";
import {
  findActivityHead,
  insertActivities,
  insertActivity,
  insertActivityHead,
  lockActivityHead,
  recordColumns,
  writeActivityHead,
} from "./queries/activity-append";

/**
 * Holds the vaults that records belong to, as the first thing in a transaction. Appending waits for them only then:
 * whoever deletes a vault locks it before its people and its chain, and would wait for this one.
 */
export async function holdOwnersOf(tx: Tx, records: readonly NewRecord[]): Promise<void> {
  for (const [userId] of byVault(records)) await allIn(tx, "postgresql", holdOwnerRow, { userId });
}

/**
 * Appends records to their vaults' chains as the last thing in a transaction: until its end, nobody else can append to
 * those.
 */
export async function appendIn(tx: Tx, kind: DatabaseKind, link: Link, records: readonly NewRecord[]): Promise<void> {
  for (const [userId, own] of byVault(records)) {
    const head = await appendableHead(tx, kind, userId);
    const rows = linkAll(link, head, own);
    await insertAll(tx, kind, rows);
    for (const mail of mailsOf(own)) await runIn(tx, kind, insertMail, mail);
    await runIn(tx, kind, writeActivityHead, head);
  }
}

const rowsAtOnce = 100;

/** One, or many at once with turns for others in between. */
async function insertAll(tx: Tx, kind: DatabaseKind, rows: readonly LinkedRecord[]): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) return void (await runIn(tx, kind, insertActivity, row));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const records = JSON.stringify(rows.slice(at, at + rowsAtOnce), [...recordColumns]);
    await runIn(tx, kind, insertActivities[kind], { records });
    await laterTurn();
  }
}

/** The end of a vault's chain. Until the transaction ends, nobody else can append to it. */
export async function appendableHead(tx: Tx, kind: DatabaseKind, userId: string): Promise<Head> {
  const find = kind === "postgresql" ? lockActivityHead : findActivityHead;
  const [head] = await allIn(tx, kind, find, { userId });
  if (head) return { ...head, number: Number(head.number) };
  await runIn(tx, kind, insertActivityHead, { userId });
  const [made] = await allIn(tx, kind, find, { userId });
  return { userId, number: Number(made?.number ?? 0), mac: made?.mac ?? "" };
}

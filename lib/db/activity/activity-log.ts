import { slicesOf } from "../../slices";
import { setImmediate } from "node:timers/promises";
import { byVault, type Head, type Link, linkAll, mailsOf, type NewRecord } from "./chain";
import type { DatabaseKind, Tx } from "../client";
import { allIn, runIn } from "../queries/in-transaction";
import { holdOwnerRow } from "../queries/locks";
import { insertMail } from "../queries/maintenance/mail";
import {
  findActivityHead,
  insertActivities,
  insertActivity,
  insertActivityHead,
  lockActivityHead,
  recordColumns,
  writeActivityHead,
} from "../queries/activity/activity-append";

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
    await insertAll(tx, kind, link, head, own);
    for (const mail of mailsOf(own)) await runIn(tx, kind, insertMail, mail);
    await runIn(tx, kind, writeActivityHead, head);
  }
}

const rowsAtOnce = 100;

/** One, or many: a hundred at a time with turns for others in between, since their MACs take long, too. */
async function insertAll(
  tx: Tx,
  kind: DatabaseKind,
  link: Link,
  head: Head,
  records: readonly NewRecord[],
): Promise<void> {
  if (records.length === 1) {
    for (const row of linkAll(link, head, records)) await runIn(tx, kind, insertActivity, row);
    return;
  }
  for (const some of slicesOf(records, rowsAtOnce)) {
    const rows = linkAll(link, head, some);
    await runIn(tx, kind, insertActivities[kind], { records: JSON.stringify(rows, [...recordColumns]) });
    await setImmediate();
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

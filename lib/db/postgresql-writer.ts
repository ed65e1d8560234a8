import { byVault, type Head, type Link, type LinkedRecord, linkAll, mailsOf, type NewRecord } from "./chain";
import { refuseRecord } from "./failures";
import { inGroups, inGroupsBy, type Join } from "./groups";
import type { ResilientPg } from "./postgresql-adapter";
import type { Answer } from "./postgresql-pipeline";
import { type Ask, transaction } from "./postgresql-transaction";
import { insertActivities, insertActivityHead, lockActivityHead, writeActivityHead } from "./queries/activity-chain";
import { holdOwnerRow } from "./queries/locks";
import { insertMail } from "./queries/mail";
import { bound } from "./queries/query";
import type { Bound, SqlWriter, Write } from "./sql";

/** A write with its records. */
type Job = { write: Write; records: readonly NewRecord[] };

/** Writes in a few round trips, and together what waits for the same row or chain anyway. */
export function postgresqlWriter(adapter: ResilientPg, link: Link): SqlWriter {
  const record = inGroups((calls: readonly (readonly NewRecord[])[], join) =>
    recording(adapter, link, async (ask, append) => {
      const first = calls.flat();
      const [owners, vaults] = [ownersOf(first), byVault(first)];
      const held = headsIn(vaults, (await ask([...owners, ...locksOf(vaults)])).slice(owners.length));
      const all = [...calls, ...join((records) => records.every(({ userId }) => held.has(userId)))];
      await append(all.flat(), held);
      return all.map(() => true);
    }),
  );
  const writeAll = (jobs: readonly Job[], join: Join<Job>) =>
    recording(adapter, link, (ask, append) => writeIn(ask, append, jobs, join));
  const together = inGroupsBy(sharedKey, writeAll);
  return {
    record: async (records) => void (records.length > 0 && (await record(records))),
    run: (write, records = []) => together({ write, records }),
  };
}

/**
 * What jobs have in common that may share a commit: they add to one vault, below one row that each of them would hold
 * until its commit, so that together they lock nothing that each would not, in the same order. Null for others.
 */
function sharedKey({ write: { onlyIf, unless, ofAccount }, records: [first, ...more] }: Job): string | null {
  if (!onlyIf || unless || ofAccount || !first || more.some(({ userId }) => userId !== first.userId)) return null;
  return JSON.stringify([first.userId, onlyIf.numberedSql, onlyIf.values.map(String)]);
}

/** Whether each was written. They share their `onlyIf`, if there are several; so do those that may join. */
async function writeIn(ask: Ask, append: Append, given: readonly Job[], join: Join<Job>): Promise<readonly boolean[]> {
  let jobs = given;
  const [first] = jobs;
  const { onlyIf, unless, ofAccount = false } = first?.write ?? {};
  const mayRecord = jobs.some(({ records }) => records.length > 0);
  const owners = ofAccount ? ownersOf(jobs.flatMap(({ records }) => records)) : [];
  // Locks the row against changes until the commit. It excludes other such writes if two of them must not both find
  // nothing; and if each waits for the chain anyway: shared by one after the other, the row would never be free for
  // whoever wants to change it.
  const hold = unless || mayRecord ? "FOR NO KEY UPDATE" : "FOR SHARE";
  if (onlyIf || unless) {
    // Separate statements, so that each sees what was committed before the lock was granted.
    const found = await ask([
      ...owners,
      ...(onlyIf ? [{ ...onlyIf, numberedSql: `${onlyIf.numberedSql} ${hold}` }] : []),
      ...(unless ? [unless] : []),
    ]);
    const [standing, excluding] = [onlyIf ? found[owners.length] : undefined, unless ? found.at(-1) : undefined];
    if (standing?.rows.length === 0 || (excluding && excluding.rows.length > 0))
      return ask([], "ROLLBACK").then(() => jobs.map(() => false));
  }
  jobs = [...jobs, ...join(() => true)];
  const writes = jobs.map(({ write }) => write);
  if (!mayRecord) return (await ask(writes, "COMMIT")).slice(0, jobs.length).map(wroteRow);
  const vaults = byVault(jobs.flatMap(({ records }) => records));
  const answers = await ask([...writes, ...locksOf(vaults)]);
  const written = answers.slice(0, jobs.length).map(wroteRow);
  const records = jobs.flatMap(({ records }, index) => (written[index] ? records : []));
  if (records.length === 0) await ask([], written.some(Boolean) ? "COMMIT" : "ROLLBACK");
  else await append(records, headsIn(vaults, answers.slice(jobs.length)));
  return written;
}

const wroteRow = ({ rowCount }: { rowCount: number | null }): boolean => (rowCount ?? 0) > 0;

/**
 * Holds the vaults that records belong to. Whoever deletes a vault locks it before its people and its chain, and would
 * wait for who holds those.
 */
const ownersOf = (records: readonly NewRecord[]): Bound[] =>
  byVault(records).map(([userId]) => bound(holdOwnerRow, { userId }));

type Vaults = readonly (readonly [userId: string, records: readonly NewRecord[]])[];
type Heads = ReadonlyMap<string, Head | undefined>;

/** Holds the ends of the vaults' chains: until the commit, nobody else can append to them. */
const locksOf = (vaults: Vaults): Bound[] => vaults.map(([userId]) => bound(lockActivityHead, { userId }));

/** What `locksOf` found: undefined for a chain that has no end yet. */
const headsIn = (vaults: Vaults, found: readonly Answer[]): Heads =>
  new Map(vaults.map(([userId], index) => [userId, headIn(found[index]?.rows[0])]));

const headIn = (row: Record<string, unknown> | undefined): Head | undefined =>
  row && { ...(row as Head), number: Number(row.number) };

/** Appends records to their vaults' chains, whose ends are held, and commits. */
type Append = (records: readonly NewRecord[], held: Heads) => Promise<void>;

/** A transaction that ends with records. Rejects as `refuseRecord` says if those can't be written. */
function recording<R>(adapter: ResilientPg, link: Link, work: (ask: Ask, append: Append) => Promise<R>): Promise<R> {
  let isAppending = false;
  const run = (ask: Ask) =>
    work(ask, (records, held) => {
      isAppending = true;
      return appendTo(ask, link, records, held);
    });
  // Not before its end, where the driver's own error says whether the connection is lost.
  return transaction(adapter, run).catch((error: unknown) => {
    if (isAppending) refuseRecord(error);
    throw error;
  });
}

async function appendTo(ask: Ask, link: Link, records: readonly NewRecord[], held: Heads): Promise<void> {
  const heads: Head[] = [];
  const rows: LinkedRecord[] = [];
  for (const [userId, own] of byVault(records)) {
    const head = held.get(userId) ?? (await firstHead(ask, userId));
    heads.push(head);
    rows.push(...linkAll(link, head, own));
  }
  await ask(
    [
      bound(insertActivities.postgresql, { records: JSON.stringify(rows.map(withoutMail)) }),
      ...mailsOf(records).map((mail) => bound(insertMail, mail)),
      ...heads.map((head) => bound(writeActivityHead, head)),
    ],
    "COMMIT",
  );
}

/** Nearly all have none, and are not copied. */
function withoutMail(record: NewRecord): LinkedRecord {
  if (!record.mail) return record;
  const { mail: _, ...row } = record;
  return row;
}

/** The head of a chain that has none yet. */
async function firstHead(ask: Ask, userId: string): Promise<Head> {
  const [, made] = await ask([bound(insertActivityHead, { userId }), bound(lockActivityHead, { userId })]);
  return headIn(made?.rows[0]) ?? { userId, number: 0, mac: "" };
}

import { byVault, type Link, type NewRecord } from "../activity/chain";
import { groupCommit, groupCommitBy, type Join } from "../transactions/group-commit";
import type { ResilientPg } from "./adapter";
import { EndedCallerError, isOvertime } from "../failures";
import { heldVaults } from "./held-vaults";
import { type Append, freeLocksOf, headsIn, locksOf, postgresqlChains } from "./chains";
import type { Ask } from "./transaction";
import { holdOwnerRow, lockNumbered, numberOf } from "../queries/locks";
import { bound } from "../queries/query";
import { withVaultSlot, withRecordsSlot } from "../transactions/vault-queue";
import type { Bound, SqlWriter, Write } from "../sql";

/** A write with its records. */
type Job = { write: Write; records: Records };
type Records = readonly NewRecord[];

/** Writes in a few round trips, and together what waits for the same row or chain anyway. */
export function postgresqlWriter(adapter: ResilientPg, link: Link): SqlWriter {
  const { recording, appendAtOnce } = postgresqlChains(adapter, link);
  const held = heldVaults();

  /** Writes the records of the calls, and of those that join, whose vaults are free, and says of each whether it was one. */
  const recordThose = (calls: Records[], join: Join<Records>, isNow: boolean) =>
    recording(async (ask, append) => {
      const vaults = byVault(calls.flat());
      const heads = headsIn(vaults, await ask(freeLocksOf(vaults, isNow)));
      const isFree = (records: Records) => records.every(({ userId }) => heads.get(userId) !== undefined);
      calls.push(...join(isFree));
      const free = calls.filter(isFree);
      await (free.length > 0 ? append(free.flat(), heads) : ask([], "ROLLBACK"));
      return calls.map(isFree);
    });
  /**
   * Whether each call's records were written. All vaults wait in this one line, so it waits for none whose row or end of the chain
   * is held for long: what is not free then is not written here, and neither are the first records of a vault.
   */
  const recordFree = groupCommit(async (calls: readonly Records[], join) => {
    const all = [...calls];
    for (const isNow of [false, true])
      try {
        if (!isNow && (await appendAtOnce(calls.flat()))) return calls.map(() => true);
        return await recordThose(all, join, isNow);
      } catch (error) {
        // Somebody holds one of the ends for long, which must not trouble the other vaults.
        if (!isOvertime(error)) throw error;
      }
    return all.map(() => false);
  });
  /** Waits for what its vaults need. */
  const recordApart = groupCommitBy(
    ([first]: Records) => first?.userId ?? null,
    (calls, join) =>
      withRecordsSlot(() =>
        recording(async (ask, append) => {
          const first = calls.flat();
          const [owners, vaults] = [ownersOf(first), byVault(first)];
          const heads = headsIn(vaults, (await ask([...owners, ...locksOf(vaults)])).slice(owners.length));
          const all = [...calls, ...join((records) => records.every(({ userId }) => heads.has(userId)))];
          await append(all.flat(), heads);
          return all.map(() => undefined);
        }),
      ),
  );
  const writeAll = (jobs: readonly Job[], join: Join<Job>) =>
    inTurnOf(jobs, () => recording((ask, append) => writeIn(ask, append, jobs, join)));
  const together = groupCommitBy(sharedKey, writeAll);
  return {
    async record(records) {
      if (records.length === 0 || (!held.hasAny(records) && (await recordFree(records)))) return;
      held.note(records);
      await recordApart(records);
      held.forget(records);
    },
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

/** What shares a commit takes one turn. While it waits for that, more may arrive and join. */
function inTurnOf<R>([first]: readonly Job[], work: () => Promise<R>): Promise<R> {
  const turn = first?.write.turn;
  return turn ? withVaultSlot(turn.line, turn.vaultId, work) : work();
}

/** Whether each was written. They share their `onlyIf`, if there are several; so do those that may join. */
async function writeIn(ask: Ask, append: Append, given: readonly Job[], join: Join<Job>): Promise<readonly boolean[]> {
  let jobs = given;
  const [first] = jobs;
  const { onlyIf, unless, ofAccount = false } = first?.write ?? {};
  const mayRecord = jobs.some(({ records }) => records.length > 0);
  const before = ofAccount ? sessionLocksOf(jobs.flatMap(({ records }) => records)) : [];
  // Locks the row against changes until the commit. It excludes other such writes if two of them must not both find
  // nothing; and if each waits for the chain anyway: shared by one after the other, the row would never be free for
  // whoever wants to change it. Long writes to a vault lock its account's row, so the sessions are locked instead.
  const hold = ofAccount ? "" : unless || mayRecord ? "FOR NO KEY UPDATE" : "FOR SHARE";
  if (onlyIf || unless) {
    // Separate statements, so that each sees what was committed before the lock was granted.
    const found = await ask([
      ...before,
      ...(onlyIf ? [{ ...onlyIf, numberedSql: `${onlyIf.numberedSql} ${hold}` }] : []),
      ...(unless ? [unless] : []),
    ]);
    const [standing, excluding] = [onlyIf ? found[before.length] : undefined, unless ? found.at(-1) : undefined];
    if (standing?.rows.length === 0 || (excluding && excluding.rows.length > 0))
      return ask([], "ROLLBACK").then(() => jobs.map(() => false));
  }
  jobs = [...jobs, ...join(() => true)];
  const writes = jobs.map(({ write }) => write);
  if (!mayRecord) return (await ask(writes, "COMMIT")).slice(0, jobs.length).map(wroteRow);
  const vaults = byVault(jobs.flatMap(({ records }) => records));
  const standing = distinct(writes.flatMap(({ standing = [] }) => standing));
  // Behind the chain's lock: whoever takes a right away in the vault waits for that too.
  const answers = await ask([...writes, ...locksOf(vaults), ...standing]);
  if (answers.slice(jobs.length + vaults.length).some(({ rows }) => rows.length === 0)) throw new EndedCallerError();
  const written = answers.slice(0, jobs.length).map(wroteRow);
  const records = jobs.flatMap(({ records }, index) => (written[index] ? records : []));
  if (records.length === 0) await ask([], written.some(Boolean) ? "COMMIT" : "ROLLBACK");
  else await append(records, headsIn(vaults, answers.slice(jobs.length, jobs.length + vaults.length)));
  return written;
}

/** What requests of one caller have in common is asked once. */
const distinct = (asked: readonly Bound[]): Bound[] => [
  ...new Map(asked.map((one) => [JSON.stringify([one.numberedSql, one.values.map(String)]), one])).values(),
];

const wroteRow = ({ rowCount }: { rowCount: number | null }): boolean => (rowCount ?? 0) > 0;

/**
 * Holds the vaults that records belong to. Whoever deletes a vault locks it before its people and its chain, and would
 * wait for a transaction that holds those.
 */
const ownersOf = (records: readonly NewRecord[]): Bound[] =>
  byVault(records).map(([userId]) => bound(holdOwnerRow, { userId }));

/** The same, and which sessions their people have: whoever changes a password, passkey or identity, or ends sessions, locks that too. */
const sessionLocksOf = (records: readonly NewRecord[]): Bound[] => [
  ...ownersOf(records),
  ...byVault(records).map(([userId]) => bound(lockNumbered, numberOf("sessions", userId))),
];

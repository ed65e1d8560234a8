import { byVault, type Head, type Link, type ChainedRecord, linkAll, mailsOf, type NewRecord } from "../activity/chain";
import { refuseRecord } from "../failures";
import { chainHeadCache } from "../activity/chain-head-cache";
import type { ResilientPg } from "./adapter";
import type { Answer } from "./protocol/pipeline";
import { type Ask, transaction } from "./transaction";
import {
  appendActivities,
  insertActivities,
  insertActivityHead,
  lockActivityHead,
  lockFreeActivityHead,
  takeFreeActivityHead,
  writeActivityHead,
} from "../queries/activity/activity-append";
import { insertMail } from "../queries/maintenance/mail";
import { bound } from "../queries/query";
import type { Bound } from "../sql";

type Vaults = readonly (readonly [userId: string, records: readonly NewRecord[]])[];
type Heads = ReadonlyMap<string, Head | undefined>;

/** Holds the ends of the vaults' chains: until the commit, nobody else can append to them. */
export const locksOf = (vaults: Vaults): Bound[] => vaults.map(([userId]) => bound(lockActivityHead, { userId }));

/**
 * The same with the vaults themselves, without those that are being deleted: these are not found. Whoever holds an end is
 * waited for shortly; or with `isNow` not at all, and the end is not found.
 */
export const freeLocksOf = (vaults: Vaults, isNow: boolean): Bound[] =>
  vaults.map(([userId]) => bound(isNow ? takeFreeActivityHead : lockFreeActivityHead, { userId }));

/** What they found: undefined for a chain that has no end yet. */
export const headsIn = (vaults: Vaults, found: readonly Answer[]): Heads =>
  new Map(vaults.map(([userId], index) => [userId, headIn(found[index]?.rows[0])]));

const headIn = (row: Record<string, unknown> | undefined): Head | undefined =>
  row && { ...(row as Head), number: Number(row.number) };

/** Appends records to their vaults' chains, whose ends are held, and commits. */
export type Append = (records: readonly NewRecord[], held: Heads) => Promise<void>;

/** How records are appended to the vaults' chains. Each way rejects as `refuseRecord` says if they can't be written. */
export type PostgresqlChains = {
  /** In a transaction, as its last step. */
  recording<R>(work: (ask: Ask, append: Append) => Promise<R>): Promise<R>;
  /**
   * In one round trip, if all are one vault's, whose chain still ends where this process left it. Resolves to whether it
   * did: nothing is written otherwise.
   */
  appendAtOnce(records: readonly NewRecord[]): Promise<boolean>;
};

export function postgresqlChains(adapter: ResilientPg, link: Link): PostgresqlChains {
  const ends = chainHeadCache();

  async function appendTo(ask: Ask, records: readonly NewRecord[], held: Heads): Promise<void> {
    const moves: { found: Head; left: Head }[] = [];
    const rows: ChainedRecord[] = [];
    for (const [userId, own] of byVault(records)) {
      const found = held.get(userId) ?? (await firstHead(ask, userId));
      const left = { ...found };
      moves.push({ found, left });
      rows.push(...linkAll(link, left, own));
    }
    await ask(
      [
        bound(insertActivities.postgresql, { records: JSON.stringify(rows.map(withoutMail)) }),
        ...mailsOf(records).map((mail) => bound(insertMail, mail)),
        ...moves.map(({ left }) => bound(writeActivityHead, left)),
      ],
      "COMMIT",
    );
    for (const { found, left } of moves) ends.moved(found, left);
  }

  return {
    recording(work) {
      let isAppending = false;
      const run = (ask: Ask) =>
        work(ask, (records, held) => {
          isAppending = true;
          return appendTo(ask, records, held);
        });
      // Not before its end, where the driver's own error says whether the connection is lost.
      return transaction(adapter, run).catch((error: unknown) => {
        if (isAppending) refuseRecord(error);
        throw error;
      });
    },

    async appendAtOnce(records) {
      const [first, ...others] = byVault(records);
      const end = first && others.length === 0 ? ends.likely(first[0]) : undefined;
      if (!end || mailsOf(records).length > 0) return false;
      const left = { ...end };
      const rows = JSON.stringify(linkAll(link, left, records));
      const append = bound(appendActivities, { ...left, endNumber: end.number, endMac: end.mac, records: rows });
      const [answer] = await transaction(adapter, (ask) => ask([append], "COMMIT")).catch((error: unknown) => {
        ends.forget(end.userId);
        return refuseRecord(error);
      });
      const isAppended = answer?.rowCount === records.length;
      if (isAppended) ends.moved(end, left);
      else ends.forget(end.userId);
      return isAppended;
    },
  };
}

/** Nearly all have none, and are not copied. */
function withoutMail(record: NewRecord): ChainedRecord {
  if (!record.mail) return record;
  const { mail: _, ...row } = record;
  return row;
}

/** The head of a chain that has none yet. */
async function firstHead(ask: Ask, userId: string): Promise<Head> {
  const [, made] = await ask([bound(insertActivityHead, { userId }), bound(lockActivityHead, { userId })]);
  return headIn(made?.rows[0]) ?? { userId, number: 0, mac: "" };
}

import { follows, wholeActivityChain } from "./whole-activity-chain";
import type { ActivityChain } from "../../../crypto/macs/activity-chain";
import * as queries from "../../../db/queries/activity/activity-chain";
import type { RowOf } from "../../../db/sql";
import { runtime } from "../../../runtime/index";
import { yieldToEventLoop } from "../../../event-loop";
import type { Progress } from "../progress";

/** The head of a vault's chain as it was once, kept elsewhere. */
export type PinnedHead = { vaultId: string; number: number; mac: string };

/** The first record of a chain that is not as the vault wrote it, and what is wrong there. */
type BrokenChain = { vaultId: string; number: number; recordId: string | null; fault: string };

export type CheckedActivity = { records: number; vaults: number; broken: BrokenChain[]; tooOld: PinnedHead[] };

const pageRows = 500;

/**
 * Follows every vault's chain from its start to its head: each record has the number after the one before it, and a MAC
 * that covers both. Changes nothing. `pinned`: heads from before, which must lie in the chains still; those that are
 * older than what is kept can't be checked and are returned in `tooOld`.
 */
export async function verifyActivity(progress: Progress, pinned: readonly PinnedHead[]): Promise<CheckedActivity> {
  const { reads } = runtime();
  const chain = await wholeActivityChain();
  const checked: CheckedActivity = { records: 0, vaults: 0, broken: [], tooOld: [] };
  const known = new Set<string>();
  for await (const head of allHeads()) {
    const pins = pinned.filter(({ vaultId }) => vaultId === head.userId);
    const { records, fault } = await followStanding(chain, head, pins, progress);
    const broken = fault ?? (await findStray(head.userId));
    // It was deleted while its records were read.
    if (broken && !(await isThere(head.userId))) continue;
    known.add(head.userId);
    checked.vaults += 1;
    checked.tooOld.push(...pins.filter(({ number }) => number <= Number(head.startNumber)));
    checked.records += records;
    if (broken) checked.broken.push(broken);
  }
  for (const { id } of await reads.all(queries.listHeadless, { after: "", limit: pageRows }))
    checked.broken.push({ vaultId: id, number: 0, recordId: null, fault: "the head of the chain is missing" });
  for (const { vaultId, number } of pinned)
    if (!known.has(vaultId) && number > 0)
      checked.broken.push({ vaultId, number, recordId: null, fault: "the whole chain is missing" });
  return checked;
}

const isThere = async (id: string): Promise<boolean> => (await runtime().db.owner.count({ where: { id } })) > 0;

type Head = RowOf<typeof queries.listActivityHeads>;

/** How many records there are to follow. */
export async function countActivity(): Promise<number> {
  let count = 0;
  for await (const { number, startNumber } of allHeads()) count += Number(number) - Number(startNumber);
  return count;
}

async function* allHeads(): AsyncGenerator<Head> {
  for (let after = ""; ;) {
    const heads = await runtime().reads.all(queries.listActivityHeads, { after, limit: pageRows });
    yield* heads;
    const last = heads.at(-1);
    if (!last || heads.length < pageRows) return;
    after = last.userId;
  }
}

type Followed = { records: number; fault: BrokenChain | null };

/** Old records may be deleted while they are read. Then the chain has another start, and is followed from there. */
async function followStanding(
  chain: ActivityChain,
  head: Head,
  pins: readonly PinnedHead[],
  progress: Progress,
): Promise<Followed> {
  for (let from = head; ;) {
    const followed = await follow(chain, from, pins, progress);
    const now = followed.fault && (await runtime().reads.get(queries.findWholeHead, { userId: head.userId }));
    if (!now || now.startNumber === from.startNumber) return followed;
    from = now;
  }
}

/** A record before the start or after the head: somebody put it there, and the lists show it. */
async function findStray(vaultId: string): Promise<BrokenChain | null> {
  const stray = await runtime().reads.get(queries.findStray, { userId: vaultId });
  return stray
    ? { vaultId, number: Number(stray.number), recordId: stray.id, fault: "the vault never wrote it" }
    : null;
}

async function follow(
  chain: ActivityChain,
  head: Head,
  pins: readonly PinnedHead[],
  progress: Progress,
): Promise<Followed> {
  const { userId: vaultId, startMac } = head;
  const [start, end] = [Number(head.startNumber), Number(head.number)];
  let records = 0;
  const broken = (number: number, recordId: string | null, fault: string): Followed => ({
    records,
    fault: { vaultId, number, recordId, fault },
  });
  if (start > 0 && !chain.isAnchored({ userId: vaultId, startNumber: start, startMac, anchor: head.anchor }))
    return broken(start + 1, null, "records before it were removed, and not because of their age");
  let [number, mac] = [start, startMac];
  while (number < end) {
    const rows = await runtime().reads.all(queries.listChain, {
      userId: vaultId,
      afterNumber: number,
      limit: pageRows,
    });
    for (const row of rows.slice(0, end - number)) {
      if (Number(row.number) !== number + 1) return broken(number + 1, null, "it is missing");
      if (!follows(chain, { number, mac }, row))
        return broken(number + 1, row.id, "it was changed, or put in another's place");
      [number, mac] = [number + 1, row.mac];
      records += 1;
      const pin = pins.find((pin) => pin.number === number);
      if (pin && pin.mac !== mac) return broken(number, row.id, "it is not the one that was noted");
    }
    if (rows.length === 0) return broken(number + 1, null, "it is missing");
    progress.advance(rows.length);
    await yieldToEventLoop();
  }
  if (end > 0 && mac !== head.mac) return broken(end, null, "the head of the chain is another record's");
  const cut = pins.find((pin) => pin.number > end);
  if (cut) return broken(end + 1, null, `the end is missing, up to record ${cut.number}`);
  return { records, fault: null };
}

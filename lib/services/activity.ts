import { ownerOf } from "../auth/caller";
import type { Context } from "../auth/context";
import { readChange } from "../auth/activity/change-reason";
import { readDueReason } from "../auth/activity/due-reason";
import {
  type ActivityFilter,
  type ActivityHead,
  activityLimit,
  type ActivityObject,
  type ActivityRecord,
} from "../contracts/access/activity";
import type { Action } from "../contracts/access/actions";
import { instant, storedInstant } from "../db/instants";
import * as queries from "../db/queries/activity/activity";
import { findActivityHead } from "../db/queries/activity/activity-append";
import type { RowOf } from "../db/sql";
import { runtime } from "../runtime";
import { listOwned, owner } from "./doors/owned";

type Row = RowOf<typeof queries.listActivity>;

/** With limits, one is told no name that something had outside of them. */
const toRecords = ({ caller }: Context, rows: readonly Row[]): ActivityRecord[] =>
  rows.map((row) => toRecord(row, Boolean(caller.bounds)));

const toRecord = (row: Row, isLimited: boolean): ActivityRecord => ({
  id: row.id,
  number: row.number,
  at: instant(row.at),
  action: row.action as Action,
  actor: {
    kind: row.actorKind as ActivityRecord["actor"]["kind"],
    userId: row.actorUserId,
    name: row.actorName,
    keyId: row.actorKeyId,
    keyPrefix: row.actorKeyPrefix,
  },
  address: row.address,
  userAgent: row.userAgent,
  object:
    row.objectKind === null
      ? null
      : { kind: row.objectKind as ActivityObject["kind"], id: row.objectId, name: row.objectName },
  count: row.count,
  outcome: row.outcome as ActivityRecord["outcome"],
  requestId: row.requestId,
  reason: row.reason,
  dueAt: null,
  change: null,
  ...readDueReason(row),
  ...readChange(row, isLimited),
});

/** What the filter says, in numbers of records. */
type Part = { before: number; from: number; sinceAt: string };

/** More than any vault will have, and a whole number for both databases. */
const numberMax = 2_147_483_647;

/**
 * A record may have a later number than one of a later moment: by as much as the clocks of two processes differ, or, if a
 * former release wrote it, by as much as a long transaction takes.
 */
const lateMsMax = 10 * 60_000;

/** Null if nothing fits. */
async function partOf(ctx: Context, { before, since }: ActivityFilter): Promise<Part | null> {
  const { reads } = runtime();
  const part = { before: numberMax, from: 0, sinceAt: storedInstant(new Date(0)) };
  if (before !== undefined) {
    const last = await reads.get(queries.findActivityNumber, { id: before, ...owner(ctx) });
    if (!last) return null;
    part.before = Number(last.number);
  }
  if (since !== undefined) {
    // No record is older than that, and not every database knows the first years.
    const at = Math.max(lateMsMax, new Date(since).getTime());
    const early = storedInstant(new Date(at - lateMsMax));
    const first = await reads.get(queries.findActivitySince, { sinceAt: early, ...owner(ctx) });
    if (!first) return null;
    part.from = Number(first.number);
    part.sinceAt = storedInstant(new Date(at));
  }
  return part;
}

/**
 * The values of an export are recorded one by one, since each was seen; in the list of everything, the export's own
 * record stands for them. Whoever has limits may not see that one.
 */
const nothingHidden = [""];
const hiddenIn = ({ caller }: Context, { action, objectId, actorId }: ActivityFilter): readonly string[] =>
  (action ?? objectId ?? actorId ?? caller.bounds)
    ? nothingHidden
    : ["entry.export", "env-file.export", "two-factor-token.export"];

async function listPart(
  ctx: Context,
  filter: ActivityFilter,
  part: Part,
  limit: number,
  hidden: readonly string[],
): Promise<Row[]> {
  const { action = null, outcome = null, objectId, actorId } = filter;
  const given = { ...part, action, outcome, hidden, limit };
  if (objectId !== undefined) return listOwned(ctx, queries.listActivityOfObject, { ...given, objectId });
  if (actorId === undefined) return listOwned(ctx, queries.listActivity, given);
  const [byPerson, byKey] = [
    await listOwned(ctx, queries.listActivityOfPerson, { ...given, actorId }),
    await listOwned(ctx, queries.listActivityOfKey, { ...given, actorId }),
  ];
  return [...byPerson, ...byKey].sort((one, other) => other.number - one.number).slice(0, limit);
}

const isBy = ({ actorUserId, actorKeyId }: Row, id = ""): boolean =>
  id === "" || actorUserId === id || actorKeyId === id;

/** The newest records that fit. */
export async function listActivity(ctx: Context, filter: ActivityFilter): Promise<ActivityRecord[]> {
  const limit = activityLimit(filter);
  const part = await partOf(ctx, filter);
  const found: Row[] = [];
  for await (const rows of part ? pagesOf(ctx, filter, part, limit, hiddenIn(ctx, filter)) : []) {
    found.push(...rows);
    if (found.length >= limit) break;
  }
  return toRecords(ctx, found.slice(0, limit));
}

const streamedAtOnce = 500;

/** All records that fit, the newest first, a page at a time. */
export async function* streamActivity(ctx: Context, filter: ActivityFilter): AsyncGenerator<ActivityRecord[]> {
  const part = await partOf(ctx, filter);
  if (!part) return;
  for await (const rows of pagesOf(ctx, filter, part, streamedAtOnce, nothingHidden)) yield toRecords(ctx, rows);
}

async function* pagesOf(
  ctx: Context,
  filter: ActivityFilter,
  part: Part,
  limit: number,
  hidden: readonly string[],
): AsyncGenerator<Row[]> {
  for (let { before } = part; ;) {
    const rows = await listPart(ctx, filter, { ...part, before }, limit, hidden);
    yield rows.filter((row) => isBy(row, filter.actorId));
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    before = Number(last.number);
  }
}

/** The number and MAC of the newest record. */
export async function getActivityHead({ caller }: Context): Promise<ActivityHead> {
  const head = await runtime().reads.get(findActivityHead, { userId: ownerOf(caller) });
  return { vaultId: ownerOf(caller), number: Number(head?.number ?? 0), mac: head?.mac || null };
}

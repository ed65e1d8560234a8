import { dayMs } from "../../durations";
import type { DatabaseKind, Db, Tx } from "../client";
import { storedInstant } from "../instants";
import { holdFree } from "../transactions/free-rows";
import { lockVault } from "../transactions/isolation";
import { purge } from "./purge";
import {
  findDueDelivery,
  findDueIssuedKey,
  findDueLink,
  findDueTrash,
  findDueVersion,
} from "../queries/maintenance/retention";
import { separately } from "../transactions/separately";
import type { Query, SqlReader } from "../sql";
import { delegateOf } from "../rows";
import { type Table, tableNamed } from "../tables";

/** What was deleted, was replaced or expired before these moments goes for good. */
export type Due = { trash: Date; versions: Date; links: Date; deliveries: Date; issuedKeys: Date };

/** Days for which delivery results are kept. */
const deliveryDays = 30;

/** What is due at `now` (ms). */
export const dueAt = (
  now: number,
  { TRASH_DAYS, VERSIONS_DAYS, VERSIONS_KEPT }: { TRASH_DAYS: number; VERSIONS_DAYS: number; VERSIONS_KEPT: number },
): Due => ({
  trash: new Date(now - TRASH_DAYS * dayMs),
  versions: new Date(now - (VERSIONS_KEPT === 0 ? 0 : VERSIONS_DAYS) * dayMs),
  links: new Date(now),
  issuedKeys: new Date(now),
  deliveries: new Date(now - deliveryDays * dayMs),
});

/** Rows in one transaction: few, so that requests wait only milliseconds. */
const batchRows = 50;

/** A category may have left thousands of entries behind. */
const purgeWaits = { timeout: 60_000, maxWait: 60_000 };

type Item = { id: string; userId: string; kind: string };
type Database = { readonly db: Db; reads: SqlReader; databaseKind: DatabaseKind };
/** Names what is about to go for good, and returns what records that, as the last step of the transaction that does it. */
type Told = (tx: Tx, item: Item) => Promise<() => Promise<void>>;

/**
 * Deletes for good what is due, in small batches, until nothing is left or the signal comes. Several processes may do
 * this at once. Returns how many of each it deleted. Throws what went wrong first, once all else has been deleted.
 */
export async function deleteWhatIsDue(
  database: Database,
  due: Due,
  { told, signal }: { told: Told; signal?: AbortSignal },
): Promise<{ trash: number; versions: number; links: number; deliveries: number; issuedKeys: number }> {
  const { reads, databaseKind } = database;
  const { run, end } = separately(reads);
  // Mostly nothing is due, and then Prisma is not even loaded, whose query compiler takes 60 MB.
  const step = async (find: Query<{ dueAt: string }, object>, before: Date, drop: () => Promise<number>) =>
    (await run(async () => ((await reads.get(find, { dueAt: storedInstant(before) })) ? drop() : 0))) ?? 0;
  const inSteps = (drop: Drop, before: Date) => () =>
    inBatches(database, (tx) => drop(tx, databaseKind, before), signal);
  const versionsOf = (table: "EntryVersion" | "EnvFileVersion") =>
    step(findDueVersion[table], due.versions, inSteps(dropDue(table, "replacedAt"), due.versions));
  const deleted = {
    trash: await step(findDueTrash, due.trash, () => emptyOldTrash(database, due.trash, { run, told, signal })),
    versions: (await versionsOf("EntryVersion")) + (await versionsOf("EnvFileVersion")),
    links: await step(findDueLink, due.links, inSteps(dropDue("ShareLink", "expiresAt"), due.links)),
    deliveries: await step(
      findDueDelivery,
      due.deliveries,
      inSteps(dropDue("WebhookDelivery", "createdAt"), due.deliveries),
    ),
    issuedKeys: await step(
      findDueIssuedKey,
      due.issuedKeys,
      inSteps(dropDue("AccessKey", "expiresAt", { ruleId: { not: null } }), due.issuedKeys),
    ),
  };
  end();
  return deleted;
}

type Emptying = { run: ReturnType<typeof separately>["run"]; told: Told; signal: AbortSignal | undefined };

async function emptyOldTrash(
  { db, databaseKind }: Database,
  before: Date,
  { run, told, signal }: Emptying,
): Promise<number> {
  const due = { deletedAt: { lte: before } };
  let deleted = 0;
  // Tries each item once: one that can't be deleted now is left for the next run.
  for (let behind = {}; ;) {
    const items = await db.trashItem.findMany({
      where: { AND: [due, behind] },
      take: batchRows,
      select: { id: true, userId: true, kind: true, deletedAt: true },
      orderBy: [{ deletedAt: "asc" }, { id: "asc" }],
    });
    for (const item of items) {
      if (signal?.aborted) return deleted;
      const isDeleted = await run(() =>
        db.$transaction(async (tx) => {
          await lockVault(tx, databaseKind, item.userId);
          // Somebody may have restored it meanwhile, and deleted it once more.
          const standing = await tx.trashItem.findFirst({ where: { id: item.id, ...due }, select: { id: true } });
          if (standing === null) return false;
          const tell = await told(tx, item);
          if (!(await purge(tx, databaseKind, item))) return false;
          await tell();
          return true;
        }, purgeWaits),
      );
      if (isDeleted) deleted += 1;
    }
    const last = items.at(-1);
    if (!last || items.length < batchRows) return deleted;
    const { deletedAt, id } = last;
    behind = { deletedAt: { gte: deletedAt }, OR: [{ deletedAt: { gt: deletedAt } }, { id: { gt: id } }] };
  }
}

/** Deletes some of what is due before then, in one transaction. */
type Drop = (tx: Tx, kind: DatabaseKind, before: Date) => Promise<number>;

/** Deletes some rows at a time, until there are few. */
async function inBatches({ db }: Database, drop: (tx: Tx) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    if (signal?.aborted) return deleted;
    const count = await db.$transaction(drop);
    deleted += count;
    // What others hold just now is left for the next time.
    if (count < batchRows) return deleted;
  }
}

/** Deletes rows whose moment in the column is due, except those that others hold just now. */
const dropDue =
  (name: Table["name"], column: string, where = {}): Drop =>
  async (tx, kind, before) => {
    const table = tableNamed(name);
    const rows = delegateOf(tx, table);
    const due = { where: { ...where, [column]: { lte: before } }, take: batchRows, select: { id: true } };
    const ids = (await rows.findMany(due)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const free = await holdFree(tx, kind, table, ids);
    return (await rows.deleteMany({ where: { id: { in: ids.filter((id) => free.has(id)) } } })).count;
  };

import type { Context } from "../../../auth/context";
import type { TrashItem } from "../../../contracts/vault/trash";
import type { Tx } from "../../../db/client";
import type { TrashTable } from "../../../db/transactions/isolation";
import { runIn } from "../../../db/queries/in-transaction";
import * as queries from "../../../db/queries/vault/trash";
import { runtime } from "../../../runtime";
import { slicesOf } from "../../../slices";
import { yieldToEventLoop } from "../../../event-loop";
import { storedActor } from "../actor";
import { owner } from "../owned";

/*
 * The trash: what is in it has the id of a TrashItem, which has the id of what was deleted. Every query of rows in use
 * leaves it out. Deleting a TrashItem deletes its rows.
 */

type Inside = Context & { readonly tx: Tx };
type Kind = TrashItem["kind"];
type Described = Pick<TrashItem, "name" | "within" | "environment">;
type Item = { id: string; userId: string };

/** How the trash names a row. Null for a row that does not exist. */
type Describe = (tx: Tx, where: Item) => Promise<Described | null>;

const alone = { within: null, environment: null };

const trashed: Record<TrashTable, { kind: Kind; describe: Describe }> = {
  KeyCategory: {
    kind: "category",
    describe: async (tx, where) => {
      const row = await tx.keyCategory.findFirst({ where, select: { name: true } });
      return row && { ...alone, ...row };
    },
  },
  KeyEntry: {
    kind: "entry",
    describe: async (tx, where) => {
      const select = { name: true, environment: true, category: { select: { name: true } } };
      const row = await tx.keyEntry.findFirst({ where, select });
      const environment = (row?.environment ?? null) as Described["environment"];
      return row && { name: row.name, within: row.category.name, environment };
    },
  },
  TwoFactorToken: {
    kind: "two-factor-token",
    describe: async (tx, where) => {
      const row = await tx.twoFactorToken.findFirst({ where, select: { service: true, accountName: true } });
      return row && { ...alone, name: row.service, within: row.accountName };
    },
  },
  EnvProject: {
    kind: "env-project",
    describe: async (tx, where) => {
      const row = await tx.envProject.findFirst({ where, select: { name: true } });
      return row && { ...alone, ...row };
    },
  },
  EnvFile: {
    kind: "env-file",
    describe: async (tx, where) => {
      const row = await tx.envFile.findFirst({
        where,
        select: { fileType: true, project: { select: { name: true } } },
      });
      return row && { ...alone, name: row.fileType, within: row.project.name };
    },
  },
};

/** The table of what an item of this kind holds. */
export function tableOf(kind: string): TrashTable {
  const table = (Object.keys(trashed) as TrashTable[]).find((name) => trashed[name].kind === kind);
  if (!table) throw new RangeError(`nothing of the kind ${kind} is put into the trash`);
  return table;
}

export const isTrashTable = (table: string): table is TrashTable => Object.hasOwn(trashed, table);

/** Puts a row into the trash, with what belongs to it. The row and all of that must be held. */
export async function putIntoTrash({ tx, caller }: Inside, table: TrashTable, id: string): Promise<void> {
  const { databaseKind } = runtime();
  const { userId } = owner({ caller });
  const { kind, describe } = trashed[table];
  const described = await describe(tx, { id, userId });
  if (!described) return;
  const deleted = { ...described, deletedBy: storedActor(caller), deletedAt: new Date() };
  // By now the project may have other files of their types.
  if (table === "EnvProject") await splitOff(tx, { id, userId }, await filesUnder(tx, { id, userId }));
  // There is one if the row came back without all that had gone with it.
  await tx.trashItem.upsert({ where: { id }, create: { id, userId, kind, ...deleted }, update: deleted });
  const given = { id, userId, trashId: id };
  const put = queries.putIntoTrash.get(table);
  if (put) await runIn(tx, databaseKind, put, given);
  if (table === "KeyCategory") await runIn(tx, databaseKind, queries.putEntriesIntoTrash, given);
  else if (table === "EnvProject") await runIn(tx, databaseKind, queries.putFilesIntoTrash, given);
  else return;
  await tx.trashItem.update({ where: { id }, data: { contents: await countIn(tx, given) } });
}

/** How many entries and files went together. */
async function countIn(tx: Tx, { userId, trashId }: { userId: string; trashId: string }): Promise<number> {
  const where = { userId, trashId };
  return (await tx.keyEntry.count({ where })) + (await tx.envFile.count({ where }));
}

type File = { id: string; projectId: string; fileType: string };

/** The files that an item holds, the newest first. */
const filesUnder = (tx: Tx, { id, userId }: Item): Promise<File[]> =>
  tx.envFile.findMany({
    where: { trashId: id, userId },
    select: { id: true, projectId: true, fileType: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });

/**
 * Of each two files of one type that an item holds, splits off the older one, since they could not come back together.
 * Returns how many.
 */
export async function splitOffOlder(tx: Tx, item: Item): Promise<number> {
  const newest = new Set<string>();
  const older = (await filesUnder(tx, item)).filter(({ projectId, fileType }) => {
    const place = `${projectId} ${fileType}`;
    return newest.has(place) || !newest.add(place);
  });
  await splitOff(tx, item, older);
  return older.length;
}

/** Gives files an item of their own each, which ends when the one that held them would have. */
async function splitOff(tx: Tx, { id: trashId, userId }: Item, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const select = { deletedBy: true, deletedAt: true };
  const deleted = await tx.trashItem.findFirstOrThrow({ where: { id: trashId, userId }, select });
  const { kind, describe } = trashed.EnvFile;
  for (const { id } of files) {
    const described = await describe(tx, { id, userId });
    if (!described) continue;
    await tx.trashItem.create({ data: { id, userId, kind, ...described, ...deleted } });
    await runIn(tx, runtime().databaseKind, queries.giveOwnItem, { id, userId, trashId });
  }
}

/** Takes out of the trash all that went together. */
export async function takeOut(tx: Tx, { id, userId }: Item): Promise<void> {
  for (const query of queries.takeOut) await runIn(tx, runtime().databaseKind, query, { trashId: id, userId });
  await tx.trashItem.deleteMany({ where: { id, userId } });
}

/** Takes a category or project out of the trash, but nothing that went with it. */
export async function takeOutAlone(tx: Tx, table: "KeyCategory" | "EnvProject", item: Item): Promise<void> {
  const query = queries.takeOutAlone.get(table);
  if (query) await runIn(tx, runtime().databaseKind, query, item);
  if ((await countIn(tx, { ...item, trashId: item.id })) === 0) await tx.trashItem.deleteMany({ where: item });
}

/** An entry that went into the trash with its category: `trashId` is the category's. */
type Part = Item & { trashId: string };

const partsAtOnce = 100;

/** Takes an entry out of the trash, but neither the category that it went with nor the rest of that. */
export async function takeOutPart(tx: Tx, { id, userId, trashId }: Part): Promise<void> {
  const query = queries.takeOutAlone.get("KeyEntry");
  if (query) await runIn(tx, runtime().databaseKind, query, { id, userId });
  await countAgain(tx, { userId, trashId });
}

/** Deletes such entries of one category for good. */
export async function purgeParts(
  tx: Tx,
  { ids, userId, trashId }: Omit<Part, "id"> & { ids: string[] },
): Promise<void> {
  for (const some of slicesOf(ids, partsAtOnce)) {
    await tx.keyEntry.deleteMany({ where: { id: { in: some }, userId, trashId } });
    await yieldToEventLoop();
  }
  await countAgain(tx, { userId, trashId });
}

/** There is no item for nothing: its category may be back already. */
async function countAgain(tx: Tx, { userId, trashId }: { userId: string; trashId: string }): Promise<void> {
  const contents = await countIn(tx, { userId, trashId });
  const item = { id: trashId, userId };
  const isCategoryIn = await tx.keyCategory.findFirst({ where: { ...item, trashId }, select: { id: true } });
  if (contents > 0 || isCategoryIn) await tx.trashItem.updateMany({ where: item, data: { contents } });
  else await tx.trashItem.deleteMany({ where: item });
}

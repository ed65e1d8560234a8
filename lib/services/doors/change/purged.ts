import { newRecord, recordIn, type Subject, vaultItself } from "../../../auth/activity/activity";
import type { Action } from "../../../contracts/access/actions";
import type { Tx } from "../../../db/client";
import { actionOn } from "../record/record";
import { type NamedTable, subjectsIn } from "../subjects";
import { tableOf } from "./trash";

/*
 * What goes for good with an item of the trash. It is named before it goes, and recorded.
 */

type Item = { id: string; userId: string };
type Purge = { action: Action; subjects: Subject[] };

/**
 * The row itself, and what was deleted before it and lies in it. Of a category or project that is back in use, only what
 * it left behind goes. What went together with a category or project is not named: its deletion did not name it either.
 */
export async function purgesOf(tx: Tx, table: NamedTable, { id, userId }: Item): Promise<Purge[]> {
  const isWhole = (await own[table](tx, { id, userId, trashId: id })) > 0;
  const gone = isWhole ? [await named(tx, table, { userId, ids: [id] })] : [];
  const trashId = isWhole ? { not: id } : id;
  return [...gone, ...(await inside(tx, table, { id, userId, trashId }))];
}

/** What of a category or project lies in the trash. */
export const purgesInside = (tx: Tx, table: NamedTable, item: Item): Promise<Purge[]> =>
  inside(tx, table, { ...item, trashId: { not: null } });

/** Records that the vault itself deletes something for good, since it has been in the trash for long enough. */
export async function tellPurge(tx: Tx, { id, userId, kind }: Item & { kind: string }): Promise<() => Promise<void>> {
  const records = (await purgesOf(tx, tableOf(kind), { id, userId })).flatMap(({ action, subjects }) =>
    subjects.map((subject) => newRecord({ owner: userId, action, actor: vaultItself, subject })),
  );
  return () => recordIn(tx, ...records);
}

type Where = Item & { trashId: string };
const own: Record<NamedTable, (tx: Tx, where: Where) => Promise<number>> = {
  KeyCategory: (tx, where) => tx.keyCategory.count({ where }),
  KeyEntry: (tx, where) => tx.keyEntry.count({ where }),
  TwoFactorToken: (tx, where) => tx.twoFactorToken.count({ where }),
  EnvProject: (tx, where) => tx.envProject.count({ where }),
  EnvFile: (tx, where) => tx.envFile.count({ where }),
};

type Inside = Item & { trashId: string | { not: string | null } };

async function inside(tx: Tx, table: NamedTable, { id, userId, trashId }: Inside): Promise<Purge[]> {
  const [select, orderBy] = [{ id: true }, { id: "asc" }] as const;
  const [of, rows] =
    table === "KeyCategory"
      ? ([
          "KeyEntry",
          await tx.keyEntry.findMany({ where: { categoryId: id, userId, trashId }, select, orderBy }),
        ] as const)
      : table === "EnvProject"
        ? ([
            "EnvFile",
            await tx.envFile.findMany({ where: { projectId: id, userId, trashId }, select, orderBy }),
          ] as const)
        : ([table, []] as const);
  return rows.length === 0 ? [] : [await named(tx, of, { userId, ids: rows.map((row) => row.id) })];
}

const named = async (tx: Tx, table: NamedTable, some: { userId: string; ids: string[] }): Promise<Purge> => ({
  action: actionOn(table, "purge"),
  subjects: await subjectsIn(tx, table, some),
});

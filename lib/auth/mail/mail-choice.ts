import type { Db, Tx } from "../../db/client";

/** The kinds of mail that a person turned off. */
export async function readOff(db: Db | Tx, userId: string): Promise<ReadonlySet<string>> {
  const choice = await db.mailChoice.findUnique({ where: { userId }, select: { off: true } });
  return new Set(choice?.off.split(" "));
}

import { Prisma, type Tx } from "../client";
import type { Change } from "../steps";

/** Makes a step's change inside a Prisma transaction. Not in steps.ts, so that a migration does not load Prisma. */
export async function changeIn(tx: Tx, { change, key, id, values }: Change): Promise<void> {
  const name = (identifier: string) => Prisma.raw(`"${identifier}"`);
  const changes = Object.entries(values).map(([column, value]) => Prisma.sql`${name(column)} = ${value}`);
  await tx.$executeRaw`UPDATE ${name(change)} SET ${Prisma.join(changes)} WHERE ${name(key)} = ${id}`;
}

import type { Context } from "../../auth/context";

/**
 * The condition of every query of owned rows: a part of Prisma's `where`, and of what a query in lib/db/queries is given.
 * What is not the caller's is answered as if it were not there.
 */
export const owned = ({ caller }: Context): { userId: string } => ({ userId: caller.userId });

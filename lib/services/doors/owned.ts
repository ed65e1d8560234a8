import type { Context } from "../../auth/context";

/**
 * The condition of every query of owned rows, for Prisma's `where` and for the queries in lib/db/queries. Another
 * user's row is reported as missing.
 */
export const owned = ({ caller }: Context): { userId: string } => ({ userId: caller.userId });

import { Prisma } from "./generated/client";

const isKnown = (error: unknown, code: string) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** A row with the same unique value exists already. */
export const isUniqueViolation = (error: unknown): boolean => isKnown(error, "P2002");

/** The row that this one belongs to is gone: deleted meanwhile. */
export const isMissingParent = (error: unknown): boolean => isKnown(error, "P2003");

/** The database could not be reached or would not begin a transaction in time; a later try may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientInitializationError || ["P1001", "P1008", "P1017", "P2024", "P2028"].some((code) => isKnown(error, code)) || isUnwritable(error);

type DriverFault = { cause?: { originalCode?: string } };

/** SQLite could not write: the disk is full, is read-only or failed. What it holds is still read, and it writes again as soon as it can. */
function isUnwritable(error: unknown): boolean {
  // In a transaction's own statements (BEGIN, COMMIT) Prisma passes the driver's fault on as it is.
  const fault = (error as { meta?: { driverAdapterError?: DriverFault } } | null)?.meta?.driverAdapterError ?? (error as DriverFault | null);
  return /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/.test(fault?.cause?.originalCode ?? "");
}

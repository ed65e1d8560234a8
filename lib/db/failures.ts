import { isDriverAdapterError } from "@prisma/driver-adapter-utils";
import { Prisma } from "./generated/client";

const isKnown = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** A row with the same unique value exists already. */
export const isUniqueViolation = (error: unknown): boolean => isKnown(error, "P2002");

/** The row that this one belongs to is gone: deleted meanwhile. */
export const isMissingParent = (error: unknown): boolean => isKnown(error, "P2003");

/** The database lacks the table: it is of an older version. */
export const isMissingTable = (error: unknown): boolean => isKnown(error, "P2021");

/** The database could not be reached, would not begin a transaction in time or undid one in favour of another; a later try may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientInitializationError ||
  ["P1001", "P1008", "P1017", "P2024", "P2028", "P2034"].some((code) => isKnown(error, code)) ||
  isUnreachable(error) ||
  isSqliteAway(error) ||
  // Prisma has no code of its own for what fails in raw SQL.
  (isKnown(error, "P2010") &&
    isUnreachable((error as Prisma.PrismaClientKnownRequestError).meta?.driverAdapterError)) ||
  isUnwritable(error);

/** SQLite past Prisma: another process holds it, or the disk is full, read-only or failing. */
const isSqliteAway = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "SqliteError" &&
  /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|LOCKED)/.test((error as { code?: string }).code ?? "");

/** As the PostgreSQL adapter says it; Prisma passes a failed COMMIT's on as it is. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Object && isDriverAdapterError(error) && error.cause.kind === "DatabaseNotReachable";

type DriverFault = { cause?: { originalCode?: string } };

/** SQLite could not write: the disk is full, is read-only or failed. What it holds is still read, and it writes again as soon as it can. */
function isUnwritable(error: unknown): boolean {
  const fault =
    (error as { meta?: { driverAdapterError?: DriverFault } } | null)?.meta?.driverAdapterError ??
    (error as DriverFault | null);
  return /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/.test(fault?.cause?.originalCode ?? "");
}

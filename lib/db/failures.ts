import { isDriverAdapterError } from "@prisma/driver-adapter-utils";
import { Prisma } from "./generated/client";

const isKnown = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** A row with the same unique value already exists. */
export const isUniqueViolation = (error: unknown): boolean => isKnown(error, "P2002");

/** The row that this one belongs to has been deleted in the meantime. */
export const isMissingParent = (error: unknown): boolean => isKnown(error, "P2003");

const undefinedTable = "42P01";

/** The database lacks the table: an older version made it, or it is not the one that was prepared. */
export const isMissingTable = (error: unknown): boolean =>
  isKnown(error, "P2021") ||
  (error as { code?: unknown } | null)?.code === undefinedTable ||
  // Prisma has no code for failures in raw SQL.
  (isKnown(error, "P2010") &&
    (error as { meta?: { driverAdapterError?: DriverFault } }).meta?.driverAdapterError?.cause?.originalCode ===
      undefinedTable);

/**
 * The database could not be reached, did not start a transaction in time, or rolled one back in favour of another. A
 * later attempt may succeed.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientInitializationError ||
  ["P1001", "P1008", "P1017", "P2024", "P2028", "P2034"].some((code) => isKnown(error, code)) ||
  error instanceof QueueTimeoutError ||
  isUnreachable(error) ||
  isSqliteAway(error) ||
  // Prisma has no code for failures in raw SQL.
  (isKnown(error, "P2010") && isTemporary((error as Prisma.PrismaClientKnownRequestError).meta?.driverAdapterError)) ||
  isUnwritable(error);

/**
 * A SQLite error that did not come through Prisma: another process holds the database, or the disk is full, read-only
 * or failing.
 */
const isSqliteAway = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "SqliteError" &&
  /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|LOCKED)/.test((error as { code?: string }).code ?? "");

/** As the PostgreSQL adapter reports it. Prisma passes on the error of a failed COMMIT unchanged. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Object && isDriverAdapterError(error) && error.cause.kind === "DatabaseNotReachable";

/** PostgreSQL ended a statement, because it took or waited too long. */
export const isOvertime = (error: unknown): boolean =>
  error instanceof Object && isDriverAdapterError(error) && overtime.test(error.cause.originalCode ?? "");
const overtime = /^(57014|55P03)$/;

/** The same, or a transaction that was rolled back in favour of another: what P2034 is elsewhere. */
const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) ||
  (error instanceof Object && isDriverAdapterError(error) && error.cause.kind === "TransactionWriteConflict");

/** Other transactions of the vault were open for too long. */
export class QueueTimeoutError extends Error {
  constructor() {
    super("The vault's other transactions took too long");
    this.name = "QueueTimeoutError";
  }
}

/** What let in the request that writes was taken away while the write waited. */
export class EndedCallerError extends Error {
  constructor() {
    super("What let the request in was taken away while its write waited");
    this.name = "EndedCallerError";
  }
}

/** The database refused records of the activity, so what they tell of is not done either. */
export class RefusedRecordError extends Error {
  constructor(cause: unknown) {
    super("The database refused a record of the activity", { cause });
    this.name = "RefusedRecordError";
  }
}

/** Throws for records that were refused; passes on that the database is away. */
export function refuseRecord(error: unknown): never {
  throw isUnavailable(error) ? error : new RefusedRecordError(error);
}

type DriverFault = { cause?: { originalCode?: string } };

/**
 * SQLite's own name for what went wrong, whether its error came through Prisma, through Prisma's adapter, or not;
 * undefined for any other error.
 */
export function sqliteCodeOf(error: unknown): string | undefined {
  const { code, cause, meta } = (error ?? {}) as DriverFault & {
    code?: unknown;
    meta?: { driverAdapterError?: DriverFault };
  };
  // While Prisma connects, it puts SQLite's name into the place of its own code.
  return [code, meta?.driverAdapterError?.cause?.originalCode, cause?.originalCode].find(
    (name): name is string => typeof name === "string" && name.startsWith("SQLITE_"),
  );
}

/**
 * SQLite could not write because the disk is full, read-only or failing. Reads still work, and so will writes once the
 * disk recovers.
 */
const isUnwritable = (error: unknown): boolean =>
  /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/.test(sqliteCodeOf(error) ?? "");

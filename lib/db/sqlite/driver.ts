import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import type { Value } from "../sql";

/**
 * SQLite through the one package that ships binaries for every platform, so that an install compiles nothing. It works
 * like `node:sqlite`, which silently converts some values. This module refuses those, so that SQLite stores exactly
 * what it was given.
 */

/** An error of SQLite's, with SQLite's own name for it. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Names by number, as listed at https://sqlite.org/rescode.html. */
const primaryCodes = [
  ["OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT"],
  ["IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT"],
  ["MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING"],
].flat();
const constraintCodes = [
  ["", "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY"],
  ["TRIGGER", "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE"],
].flat();

/**
 * Extended constraint codes by name, such as `SQLITE_CONSTRAINT_UNIQUE`; other extended codes by number, such as
 * `SQLITE_IOERR_266`.
 */
function sqliteCode(number: number): string {
  const primary = `SQLITE_${primaryCodes[number & 0xff] ?? "ERROR"}`;
  if (number <= 0xff) return primary;
  const constraint = primary === "SQLITE_CONSTRAINT" ? constraintCodes[number >> 8] : undefined;
  return `${primary}_${constraint ?? String(number)}`;
}

const asSqliteError = (error: unknown): unknown =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? new SqliteError(error.message, sqliteCode(error.errcode))
    : error;

function translatingErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asSqliteError(error);
  }
}

export type SqliteRow = Record<string, unknown>;

/**
 * The package treats an object as named parameters, binds nothing for a missing value and NULL for an undefined one,
 * and cuts a text at its first NUL.
 */
function check(values: readonly unknown[], count: number): asserts values is Value[] {
  if (values.length !== count)
    throw new RangeError(`the statement takes ${count} values and was given ${values.length}`);
  for (const value of values) {
    if (typeof value === "string") {
      if (value.includes("\0")) throw new RangeError("a text for SQLite can't hold NUL");
    } else if (
      typeof value !== "number" &&
      typeof value !== "bigint" &&
      value !== null &&
      !(value instanceof Uint8Array)
    ) {
      throw new TypeError(`SQLite stores texts, numbers, bytes and null, not ${typeof value}`);
    }
  }
}

/** The same text as an object's key is: the engine has that string once, and fills a row by it without a look-up. */
const internalized = (text: string): string => Object.keys({ [text]: null })[0] as string;

const parameterCount = Symbol.for("photostructure.sqlite.parameterCount");

/**
 * A prepared statement. It reads rows as arrays and names the columns itself: the package's own objects take half as
 * long again.
 */
export class SqliteStatement {
  readonly columns: readonly { name: string; type: string | null }[];
  private readonly names: readonly string[];
  private readonly parameters: number;
  private writesNothing: boolean | undefined;

  constructor(
    private readonly statement: StatementSyncInstance,
    private readonly program: () => readonly SqliteRow[],
  ) {
    this.columns = statement.columns();
    this.names = this.columns.map(({ name }) => internalized(name));
    this.parameters = (statement as unknown as Record<symbol, number>)[parameterCount] ?? 0;
    statement.setReturnArrays(true);
    // Otherwise a row id beyond JavaScript's safe integers would make a successful write look like a failure.
    if (this.columns.length === 0) statement.setReadBigInts(true);
  }

  /** Whether it returns rows. */
  get reader(): boolean {
    return this.columns.length > 0;
  }

  /** Whether it leaves the database unchanged. Decided like SQLite decides it, by the opcodes of its program. */
  get readonly(): boolean {
    return (this.writesNothing ??= this.program().every(
      ({ opcode, p2 }) =>
        !(opcode === "Transaction" && p2 !== 0) &&
        opcode !== "Checkpoint" &&
        opcode !== "Vacuum" &&
        opcode !== "JournalMode",
    ));
  }

  /** Reads 64-bit integers as BigInt. Without this, an integer that a number can't hold throws. */
  readBigInts(): this {
    this.statement.setReadBigInts(true);
    return this;
  }

  get(...values: readonly unknown[]): SqliteRow | undefined {
    check(values, this.parameters);
    try {
      const row = this.statement.get(...values) as unknown[] | undefined;
      return row && this.named(row);
    } catch (error) {
      throw asSqliteError(error);
    }
  }

  all(...values: readonly unknown[]): SqliteRow[] {
    return this.raw(...values).map((row) => this.named(row));
  }

  /** The rows' values, without column names. */
  raw(...values: readonly unknown[]): unknown[][] {
    check(values, this.parameters);
    try {
      return this.statement.all(...values) as unknown[][];
    } catch (error) {
      throw asSqliteError(error);
    }
  }

  /** The number of rows that an INSERT, UPDATE or DELETE changed. Meaningless for any other statement. */
  run(...values: readonly unknown[]): { changes: number } {
    check(values, this.parameters);
    try {
      return { changes: Number(this.statement.run(...values).changes) };
    } catch (error) {
      throw asSqliteError(error);
    }
  }

  private named(row: readonly unknown[]): SqliteRow {
    const object: SqliteRow = {};
    for (let index = 0; index < row.length; index += 1) {
      const value = row[index];
      // The same as PostgreSQL's driver does.
      object[this.names[index] as string] =
        value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
    }
    return object;
  }
}

/**
 * Settings for every connection that serves requests. By default SQLite opens a WAL database with synchronous=NORMAL,
 * which may lose acknowledged writes in a power cut, without foreign keys, and with a cache of 2 MB rather than 16. It
 * also leaves what was deleted or replaced in the file until something else takes its place.
 */
export const connectionSettings = [
  "synchronous = FULL",
  "foreign_keys = ON",
  "secure_delete = ON",
  "trusted_schema = OFF",
  "cache_size = -16000",
] as const;

export type SqliteOptions = {
  /** How long a statement waits for another process, in ms. */
  timeout?: number;
  readonly?: boolean;
  /** Throw rather than create the file. */
  mustExist?: boolean;
};

export class SqliteDatabase {
  private readonly database: DatabaseSyncInstance;

  constructor(file: string, { timeout = 5_000, readonly = false, mustExist = false }: SqliteOptions = {}) {
    const target = mustExist ? `${pathToFileURL(file).href}?mode=rw` : file;
    this.database = translatingErrors(() => new DatabaseSync(target, { timeout, readOnly: readonly }));
  }

  /** Runs statements that have no values and return no rows. */
  exec(sql: string): void {
    translatingErrors(() => this.database.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    return translatingErrors(() => {
      const statement = this.database.prepare(sql);
      return new SqliteStatement(statement, () =>
        // EXPLAIN runs nothing.
        /^\s*EXPLAIN\b/i.test(sql) ? [] : this.database.prepare(`EXPLAIN ${sql}`).all(),
      );
    });
  }

  pragma(text: string): SqliteRow[] {
    return this.prepare(`PRAGMA ${text}`).all();
  }

  /** Runs `work` in one transaction, which holds the write lock from the start. Everything is undone if it throws. */
  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk has already ended the transaction.
      if (this.inTransaction) this.exec("ROLLBACK");
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.database.isTransaction;
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}

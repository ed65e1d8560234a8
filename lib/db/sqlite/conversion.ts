import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  type Error as DriverFault,
  type MappedError,
  type ResultValue,
} from "@prisma/driver-adapter-utils";
import { storedInstant } from "../instants";
import { SqliteError } from "./driver";

/**
 * Converts values and errors between Prisma and SQLite exactly like @prisma/adapter-better-sqlite3 7.10, which wrote
 * the existing databases.
 */

/** By a column's declared type. */
const columnTypes: Readonly<Record<string, ColumnType>> = {
  DECIMAL: ColumnTypeEnum.Numeric,
  FLOAT: ColumnTypeEnum.Float,
  ...each(["DOUBLE", "DOUBLE PRECISION", "NUMERIC", "REAL"], ColumnTypeEnum.Double),
  ...each(["TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "SERIAL", "INT2"], ColumnTypeEnum.Int32),
  ...each(["BIGINT", "UNSIGNED BIG INT", "INT8"], ColumnTypeEnum.Int64),
  ...each(["DATETIME", "TIMESTAMP"], ColumnTypeEnum.DateTime),
  TIME: ColumnTypeEnum.Time,
  DATE: ColumnTypeEnum.Date,
  ...each(["TEXT", "CLOB", "CHARACTER", "VARCHAR", "VARYING CHARACTER"], ColumnTypeEnum.Text),
  ...each(["NCHAR", "NATIVE CHARACTER", "NVARCHAR"], ColumnTypeEnum.Text),
  BLOB: ColumnTypeEnum.Bytes,
  BOOLEAN: ColumnTypeEnum.Boolean,
  JSONB: ColumnTypeEnum.Json,
};

function each(names: readonly string[], type: ColumnType): Record<string, ColumnType> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

/** The type of each column: its declared type, or else the type of its first value. */
export function columnTypesOf(
  declared: readonly (string | null)[],
  rows: readonly (readonly unknown[])[],
): ColumnType[] {
  return declared.map((type, column) => {
    const known = type === null ? undefined : columnTypes[type.toUpperCase()];
    if (known !== undefined) return known;
    const row = rows.find((values) => values[column] !== null);
    return row ? typeOf(row[column]) : ColumnTypeEnum.Int32;
  });
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === "string") return ColumnTypeEnum.Text;
  if (typeof value === "bigint") return ColumnTypeEnum.Int64;
  if (typeof value === "number") return ColumnTypeEnum.UnknownNumber;
  if (value instanceof Uint8Array) return ColumnTypeEnum.Bytes;
  throw new TypeError(`SQLite answered with ${typeof value}`);
}

/** Converts a row's values for Prisma. */
export function readValues(row: readonly unknown[], types: readonly ColumnType[]): ResultValue[] {
  return row.map((value, index) => {
    const type = types[index];
    if (typeof value !== "number" && typeof value !== "bigint") return value as ResultValue;
    if (type === ColumnTypeEnum.DateTime) return new Date(Number(value)).toISOString();
    if (typeof value === "number")
      return type === ColumnTypeEnum.Int32 || type === ColumnTypeEnum.Int64 ? Math.trunc(value) : value;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  });
}

/** Converts Prisma's value for SQLite. */
export function boundValue(value: unknown, type: ArgType | undefined): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return storedInstant(value);
  if (typeof value !== "string") return value;
  switch (type?.scalarType) {
    case "int":
      return Number.parseInt(value, 10);
    case "float":
    case "decimal":
      return Number.parseFloat(value);
    case "bigint":
      return BigInt(value);
    case "datetime":
      return storedInstant(new Date(value));
    case "bytes":
      return Buffer.from(value, "base64");
    default:
      return value;
  }
}

/** Translates SQLite's error into Prisma's; undefined if the error is not SQLite's. */
export function driverFault(error: unknown): DriverFault | undefined {
  if (!(error instanceof SqliteError)) return undefined;
  return { originalCode: error.code, originalMessage: error.message, ...kindOf(error) };
}

function kindOf({ code, message }: SqliteError): MappedError {
  switch (code) {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY": {
      const columns = columnsIn(message);
      const table = columns?.[0]?.split(".").slice(0, -1).join(".");
      return {
        kind: "UniqueConstraintViolation",
        ...(columns ? { constraint: { fields: columns.map(unqualified) } } : {}),
        ...(table ? { table } : {}),
      };
    }
    case "SQLITE_CONSTRAINT_NOTNULL": {
      const columns = columnsIn(message);
      return {
        kind: "NullConstraintViolation",
        ...(columns ? { constraint: { fields: columns.map(unqualified) } } : {}),
      };
    }
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
    case "SQLITE_CONSTRAINT_TRIGGER":
      return { kind: "ForeignKeyConstraintViolation", constraint: { foreignKey: {} } };
    default:
      return otherKind(code, message);
  }
}

function otherKind(code: string, message: string): MappedError {
  if (code.startsWith("SQLITE_BUSY")) return { kind: "SocketTimeout" };
  if (message.startsWith("no such table")) return { kind: "TableDoesNotExist", ...named("table", message, ": ") };
  if (message.startsWith("no such column")) return { kind: "ColumnNotFound", ...named("column", message, ": ") };
  if (message.includes(lacksColumn)) return { kind: "ColumnNotFound", ...named("column", message, lacksColumn) };
  // 1 is SQLite's number for a general error. The original code tells which error it was.
  return { kind: "sqlite", extendedCode: 1, message };
}

const lacksColumn = "has no column named ";

/** The part of an error's message after a given text. */
function named<Key extends string>(key: Key, message: string, behind: string): Partial<Record<Key, string>> {
  const name = message.split(behind)[1];
  return name === undefined ? {} : ({ [key]: name } as Record<Key, string>);
}

const columnsIn = (message: string) => message.split("constraint failed: ")[1]?.split(", ");
const unqualified = (column: string) => column.split(".").at(-1) as string;

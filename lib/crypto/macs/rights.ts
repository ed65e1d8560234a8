import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { coveredColumns, type CoveredRow, type CoveredTable, type Kind, keyColumn } from "./covered-columns";
import type { KeyRing } from "../sealing/keyring";

/**
 * The MAC of a row that gives rights: writing to the database without a master key can't grant any. Byte by byte, in
 * base64url:
 *
 *     version 1 | key id 8 | HMAC-SHA-256 32
 *
 * under the purpose key `svc/v1/rights`, over version, key id, table, and then the name and value of each covered column
 * that is not null, in order. Each part is preceded by its length (4 bytes, big-endian), so that no two rows look the same.
 */
export type Rights = {
  /** The row with its MAC, under the ring's first key. A changed column that the MAC covers needs a new MAC. */
  sign<T extends CoveredTable, Row extends CoveredRow<T>>(table: T, row: Row): Row & { mac: string };
  /** Whether the row is unchanged since the vault wrote it. A row that is not counts as missing and is reported. */
  isGenuine<T extends CoveredTable>(table: T, row: CoveredRow<T> & { readonly mac: string | null }): boolean;
  /** The id of the master key that signed a row; null if the row is not genuine. Reports nothing. */
  signedBy<T extends CoveredTable>(table: T, row: CoveredRow<T> & { readonly mac: string | null }): string | null;
};

const version = 1;
const keyIdBytes = 8;
const headBytes = 1 + keyIdBytes;
const macBytes = 32;
/** The number of genuine rows that a process remembers: checking a MAC costs as much as finding a row. */
const rememberedMax = 10_000;
/** The size of what they hold, in characters and bytes: the limits of one access key can have 80,000. */
const rememberedSizeMax = 8 * 1024 * 1024;

type AnyRow = { readonly [column: string]: unknown };
type Remembered = { table: CoveredTable; values: readonly unknown[]; size: number };

/** `tell` receives the table and key of each checked row that is not genuine. */
export function createRights(ring: KeyRing, tell: (table: CoveredTable, rowId: string) => void = () => {}): Rights {
  const remembered = new Map<string, Remembered>();
  let size = 0;

  function signedBy(table: CoveredTable, row: AnyRow): string | null {
    const { mac } = row;
    if (typeof mac !== "string") return null;
    const given = Buffer.from(mac, "base64url");
    if (given.length !== headBytes + macBytes || given[0] !== version || given.toString("base64url") !== mac)
      return null;
    const keyId = given.toString("hex", 1, headBytes);
    const key = ring.find(keyId);
    const right = key && macOf(key.derive("rights"), keyId, table, row);
    return right && timingSafeEqual(given, right) ? keyId : null;
  }

  function forget(mac: string): void {
    size -= remembered.get(mac)?.size ?? 0;
    remembered.delete(mac);
  }

  function remember(mac: string, known: Remembered): void {
    forget(mac);
    remembered.set(mac, known);
    size += known.size;
    for (const oldest of remembered.keys()) {
      if (remembered.size <= rememberedMax && size <= rememberedSizeMax) break;
      forget(oldest);
    }
  }

  function isGenuine(table: CoveredTable, row: AnyRow): boolean {
    const mac = row["mac"] as string;
    const columns = columnNames[table];
    const known = remembered.get(mac);
    // The MAC and every column that it covers are the same as when they were checked, so the row is still genuine.
    if (known?.table === table && isSameIn(columns, row, known.values)) return true;
    if (signedBy(table, row) === null) {
      tell(table, String(row[keyColumn(table)]));
      return false;
    }
    const values = columns.map((column) => row[column]);
    remember(mac, { table, values, size: sizeOf(values) });
    return true;
  }

  return {
    sign(table, row) {
      const { id } = ring.sealing;
      const mac = macOf(ring.sealing.derive("rights"), id, table, row);
      if (!mac) throw new RangeError(`a row of ${table} lacks a column that its MAC covers`);
      return { ...row, mac: mac.toString("base64url") };
    },
    isGenuine,
    signedBy,
  };
}

const columnNames = Object.fromEntries(
  Object.entries(coveredColumns).map(([table, columns]) => [table, Object.keys(columns)]),
) as Record<CoveredTable, string[]>;

function isSameIn(columns: readonly string[], row: AnyRow, values: readonly unknown[]): boolean {
  for (let index = 0; index < columns.length; index += 1)
    if (!isSame(row[columns[index]!], values[index])) return false;
  return true;
}

const sizeOf = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 0),
    0,
  );

/** Byte arrays never count as equal, since their contents can change in place. */
function isSame(value: unknown, before: unknown): boolean {
  if (typeof value === "string" || typeof value === "number" || value === null) return value === before;
  return value instanceof Date && before instanceof Date && value.getTime() === before.getTime();
}

/** Null if the row lacks a covered column, or has a value of another type there. */
function macOf(key: KeyObject, keyId: string, table: CoveredTable, row: AnyRow): Buffer | null {
  const head = Buffer.concat([Buffer.of(version), Buffer.from(keyId, "hex")]);
  const hmac = createHmac("sha256", key);
  const add = (part: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hmac.update(length).update(part);
  };
  for (const part of [head.subarray(0, 1), head.subarray(1), Buffer.from(table)]) add(part);
  for (const [column, kind] of Object.entries(coveredColumns[table]) as [string, Kind][]) {
    const value = row[column];
    if (value === null) continue;
    const bytes = bytesOf(kind, value);
    if (!bytes) return null;
    add(Buffer.from(column));
    add(bytes);
  }
  return Buffer.concat([head, hmac.digest()]);
}

/** A count in decimal digits; an instant as ISO 8601 with milliseconds, however a database stores it. */
function bytesOf(kind: Kind, value: unknown): Uint8Array | null {
  if (kind === "bytes") return value instanceof Uint8Array ? value : null;
  if (kind === "text") return typeof value === "string" ? Buffer.from(value, "utf8") : null;
  if (kind === "count") return Number.isSafeInteger(value) ? Buffer.from(String(value)) : null;
  const at = value instanceof Date || typeof value === "string" ? new Date(value) : null;
  return at && Number.isFinite(at.getTime()) ? Buffer.from(at.toISOString()) : null;
}

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../sealing/keyring";

type CoveredColumn =
  | "id"
  | "userId"
  | "number"
  | "at"
  | "action"
  | "actorKind"
  | "actorUserId"
  | "actorName"
  | "actorKeyId"
  | "actorKeyPrefix"
  | "address"
  | "userAgent"
  | "objectKind"
  | "objectId"
  | "objectName"
  | "outcome"
  | "requestId"
  | "project"
  | "environment"
  | "valueId"
  | "count"
  | "reason";
type Covered = { readonly [C in CoveredColumn]: string | number | Date | null };

/** Where the chain begins whose older records were deleted because of their age: the last one of those. */
type Start = { userId: string; startNumber: number; startMac: string | null };

/**
 * The chain of a vault's activity records. Each MAC covers its record and the MAC before it, so that no record can be
 * changed, removed or exchanged without a master key unless all later ones go too. Byte by byte, in base64url:
 *
 *     version 1 | key id 8 | HMAC-SHA-256 32
 *
 * under the purpose key `svc/v1/activity`, over a JSON array: version, key id, what it is, the MAC before, the covered
 * columns.
 */
export type ActivityChain = {
  /** The MAC of a record that follows the one with this MAC; null for the first one. */
  link(previous: string | null, row: Covered): string;
  isLinked(previous: string | null, row: Covered & { readonly mac: string }): boolean;
  /** The MAC of a start, without which somebody could delete old records and say that they were too old. */
  anchor(start: Start): string;
  isAnchored(start: Start & { readonly anchor: string | null }): boolean;
  /** The keys of the ring's former master keys, in base64, by the master key's id: to be kept sealed under the first. */
  formerKeys(): ReadonlyMap<string, string>;
  /** The same chain, which also knows these: once a master key is gone, what it made can still be checked. */
  knowing(former: ReadonlyMap<string, string>): ActivityChain;
};

type Version = 1 | 2;
const current: Version = 2;
const keyIdBytes = 8;
const headBytes = 1 + keyIdBytes;
const macBytes = 32;

export function createActivityChain(ring: KeyRing, former: ReadonlyMap<string, KeyObject> = new Map()): ActivityChain {
  const keyOf = (keyId: string) => ring.find(keyId)?.derive("activity") ?? former.get(keyId);
  const made = (content: readonly unknown[]): string =>
    macOf(ring.sealing.derive("activity"), current, ring.sealing.id, content);

  function isMade(mac: string | null, contentOf: (version: Version) => readonly unknown[]): boolean {
    const given = Buffer.from(mac ?? "", "base64url");
    const version = given[0];
    if (given.length !== headBytes + macBytes || given.toString("base64url") !== mac) return false;
    if (version !== 1 && version !== 2) return false;
    const keyId = given.toString("hex", 1, headBytes);
    const key = keyOf(keyId);
    if (!key) return false;
    return timingSafeEqual(given, Buffer.from(macOf(key, version, keyId, contentOf(version)), "base64url"));
  }

  return {
    link: (previous, row) => made(contentOf(previous, row)),
    isLinked: (previous, row) => isMade(row.mac, (version) => contentOf(previous, row, version)),
    anchor: (start) => made(startOf(start)),
    isAnchored: (start) => isMade(start.anchor, () => startOf(start)),
    formerKeys: () =>
      new Map(
        ring.ids
          .filter((id) => id !== ring.sealing.id)
          .map((id) => [id, ring.find(id)?.derive("activity").export().toString("base64") ?? ""]),
      ),
    knowing: (keys) =>
      createActivityChain(
        ring,
        new Map([...keys].map(([id, text]) => [id, createSecretKey(Buffer.from(text, "base64"))])),
      ),
  };
}

const startOf = ({ userId, startNumber, startMac }: Start) => ["start", userId, startNumber, startMac];

/**
 * What a record's MAC covers, in order: all columns but the MAC itself. Nulls at the end are left out, so that a column
 * that is added there invalidates no record. MACs of version 1, which nothing makes any more, don't cover the id. Written
 * out, since a loop over the columns' names takes longer than the MAC of its result.
 */
function contentOf(previous: string | null, row: Covered, version: Version = current): unknown[] {
  const values: unknown[] = [
    "record",
    previous,
    row.id,
    row.userId,
    row.number,
    instant(row.at ?? 0),
    row.action,
    row.actorKind,
    row.actorUserId,
    row.actorName,
    row.actorKeyId,
    row.actorKeyPrefix,
    row.address,
    row.userAgent,
    row.objectKind,
    row.objectId,
    row.objectName,
    row.outcome,
    row.requestId,
    row.project,
    row.environment,
    row.valueId,
    row.count,
    row.reason,
  ];
  if (version === 1) values.splice(2, 1);
  while (values.at(-1) === null) values.pop();
  return values;
}

/** As ISO 8601 in UTC. The text that SQLite stores is nearly that, and building a `Date` of it takes a microsecond. */
const instant = (at: string | number | Date): string =>
  typeof at === "string" && at.length === stored.length && at[10] === "T" && at.endsWith("+00:00")
    ? `${at.slice(0, -6)}Z`
    : new Date(at).toISOString();

const stored = "2026-03-01T09:30:00.000+00:00";

let lastHead = { version: 0, keyId: "", text: "" };

/** The text of version and key id: the 12 characters of 9 bytes, of which none reaches into what follows. */
function headOf(version: Version, keyId: string): string {
  if (lastHead.version !== version || lastHead.keyId !== keyId)
    lastHead = { version, keyId, text: Buffer.from(`0${version}${keyId}`, "hex").toString("base64url") };
  return lastHead.text;
}

function macOf(key: KeyObject, version: Version, keyId: string, content: readonly unknown[]): string {
  const hmac = createHmac("sha256", key).update(JSON.stringify([version, keyId, ...content]));
  return headOf(version, keyId) + hmac.digest("base64url");
}

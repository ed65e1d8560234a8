import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

const keyBytes = 32;
const idBytes = 8;

/** A master key. It is used only through keys that are derived from it, each for one purpose. */
export type MasterKey = { readonly id: string; derive(purpose: Purpose): KeyObject };

/**
 * Every use of a master key. HKDF (RFC 5869) makes the derived keys independent: none reveals anything about another.
 */
type Purpose = "seal" | "seal-xaes" | "session-token" | "throttle" | "key-id" | "backup" | "rights" | "activity";

/** The first key seals; every key opens. */
export type KeyRing = {
  readonly sealing: MasterKey;
  find(id: string): MasterKey | undefined;
  readonly ids: readonly string[];
};

/** A master key text that can't be used. The message says where and why, and never contains the key. */
export class MasterKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MasterKeyError";
  }
}

/**
 * Parses 32-byte keys in base64, one per line or separated by commas; `#` starts a comment line. The first key seals.
 */
export function parseKeyRing(text: string): KeyRing {
  const isText = (part: string) => part !== "" && !part.startsWith("#");
  // Comments are removed before commas are split: a retired key after a comma in a comment must not open anything.
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(isText);
  const keys = lines
    .flatMap((line) =>
      line
        .split(",")
        .map((part) => part.trim())
        .filter(isText),
    )
    .map((key, index) => masterKey(decode(key, index + 1)));
  const [sealing] = keys;
  if (!sealing)
    throw new MasterKeyError(
      "No master key was given: expected 32 random bytes in base64 (openssl rand -base64 32 makes one).",
    );
  const byId = new Map(keys.map((key) => [key.id, key]));
  if (byId.size !== keys.length) throw new MasterKeyError("The same master key is given twice: keep it once.");
  return { sealing, find: (id) => byId.get(id), ids: [...byId.keys()] };
}

/** A new master key in the form that `parseKeyRing` reads: 32 random bytes in base64. */
export function newMasterKeyText(): string {
  return randomBytes(keyBytes).toString("base64");
}

function decode(text: string, position: number): Buffer {
  const bytes = Buffer.from(text, "base64");
  const same =
    bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (bytes.length !== keyBytes || !same) {
    throw new MasterKeyError(
      `Master key ${position} is not 32 bytes in base64: expected 44 characters, as openssl rand -base64 32 prints.`,
    );
  }
  return bytes;
}

function masterKey(bytes: Buffer): MasterKey {
  const material = createSecretKey(bytes);
  const derived = new Map<Purpose, KeyObject>();
  const derive = (purpose: Purpose): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", material, "", `svc/v1/${purpose}`, keyBytes)));
    derived.set(purpose, key);
    return key;
  };
  // The id is public: every sealed value contains it, and it must not help to find the key.
  const id = derive("key-id").export().subarray(0, idBytes).toString("hex");
  return { id, derive };
}

import { openStream, sealStream } from "../archive";
import { decrypt, encrypt, type EnvelopeVersion, newestEnvelope, readEnvelope } from "./envelope";
import type { KeyRing, MasterKey } from "./keyring";
import { pad, type Padding, unpad } from "./padding";

/**
 * Everything that turns plain text into stored bytes and back goes through here. The layers, from the outside in:
 *
 *     seal(text, context)   this file: which key, which associated data
 *     padding.ts            hides the exact length
 *     envelope.ts           AES-256-GCM under a key per message; the byte format
 *     keyring.ts            master keys → purpose keys (HKDF)
 *     archive.ts            whole streams, such as backups
 *
 * The associated data bind a sealed value to its place: it can't be opened after it was moved to another table, field,
 * row or user, or relabelled with another version or key id.
 */
export type SealContext = { table: string; field: string; rowId: string; userId: string; padding?: Padding };

export type Vault = {
  /** Seals text under the ring's first key. The text must be well-formed UTF-16, so that it can be restored exactly. */
  seal(plaintext: string, context: SealContext): Uint8Array<ArrayBuffer>;
  /** Opens a sealed value. Throws `UnopenableError` if it was sealed for another place or key, or is damaged. */
  open(sealed: Uint8Array, context: SealContext): string;
  /** Seals a stream under the ring's first key. */
  sealStream(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Opens a sealed stream. Throws `ArchiveError`. Its output can be trusted only once it ends without an error. */
  openStream(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Seals in another form from now on. */
  sealIn(version: EnvelopeVersion): void;
  readonly sealingKeyId: string;
  readonly keyIds: readonly string[];
};

/** A stored value can't be opened: a wrong place, a missing key or damage. It deliberately says nothing more. */
export class UnopenableError extends Error {
  constructor(cause?: unknown) {
    super("The stored value can't be opened", { cause });
    this.name = "UnopenableError";
  }
}

/** `version`: the form to seal in. It opens every form. */
export function createVault(ring: KeyRing, version: EnvelopeVersion = newestEnvelope): Vault {
  let sealing = version;
  return {
    sealIn: (other) => (sealing = other),
    sealingKeyId: ring.sealing.id,
    keyIds: ring.ids,
    sealStream: (plain) => sealStream(ring, plain),
    openStream: (sealed) => openStream(ring, sealed),
    seal(plaintext, context) {
      if (!plaintext.isWellFormed()) throw new RangeError("text with a lone surrogate can't be sealed exactly");
      const padded = pad(Buffer.from(plaintext, "utf8"), context.padding ?? "steps");
      return new Uint8Array(encrypt(sealing, ring.sealing, padded, associatedData(sealing, ring.sealing, context)));
    },
    open(sealed, context) {
      try {
        const envelope = readEnvelope(sealed);
        const key = ring.find(envelope.keyId);
        if (!key) throw new RangeError("sealed under a key that the ring does not hold");
        return unpad(decrypt(key, envelope, associatedData(envelope.version, key, context))).toString("utf8");
      } catch (cause) {
        throw new UnopenableError(cause);
      }
    },
  };
}

const lengthBytes = 4;
const versionBytes = 1;

/**
 * Each part is preceded by its length (4 bytes, big-endian), so that two contexts never look the same. It uses one
 * buffer: one for each part and length would take a quarter of the time that opening a value does.
 */
function associatedData(
  version: EnvelopeVersion,
  key: MasterKey,
  { table, field, rowId, userId }: SealContext,
): Buffer {
  const texts = [table, field, rowId, userId];
  const keyIdBytes = key.id.length / 2;
  const head = lengthBytes + versionBytes + lengthBytes + keyIdBytes;
  const data = Buffer.allocUnsafe(
    texts.reduce((size, text) => size + lengthBytes + Buffer.byteLength(text, "utf8"), head),
  );
  let at = data.writeUInt32BE(versionBytes);
  at = data.writeUInt8(version, at);
  at = data.writeUInt32BE(keyIdBytes, at);
  at += data.write(key.id, at, "hex");
  for (const text of texts) {
    const length = data.write(text, at + lengthBytes, "utf8");
    data.writeUInt32BE(length, at);
    at += lengthBytes + length;
  }
  return data;
}

/** The id of the master key that sealed a value, and the form that it is in; null if it can't be a sealed value. */
export function sealedUnder(sealed: Uint8Array): { keyId: string; version: EnvelopeVersion } | null {
  try {
    const { keyId, version } = readEnvelope(sealed);
    return { keyId, version };
  } catch {
    return null;
  }
}

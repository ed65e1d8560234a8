import { openStream, sealStream } from "./archive";
import { decrypt, encrypt, envelopeVersion, readEnvelope } from "./envelope";
import type { KeyRing, MasterKey } from "./keyring";
import { pad, type Padding, unpad } from "./padding";

/**
 * The one gate between plain text and what is stored. Its layers, outside in:
 *
 *     seal(text, context)   this file: which key, which associated data
 *     padding.ts            hides the exact length
 *     envelope.ts           AES-256-GCM under a key per message; the byte format
 *     keyring.ts            master keys → purpose keys (HKDF)
 *     archive.ts            whole streams, such as backups
 *
 * The associated data bind a sealed value to its place: moved to another table, field, row or user, or relabelled with
 * another version or key id, it does not open.
 */
export type SealContext = { table: string; field: string; rowId: string; userId: string; padding?: Padding };

export type Vault = {
  /** Seals text under the ring's first key. The text must be well-formed UTF-16, so that it comes back exactly. */
  seal(plaintext: string, context: SealContext): Uint8Array<ArrayBuffer>;
  /** Opens a sealed value. Throws `UnopenableError` if it was sealed for another place or key, or is damaged. */
  open(sealed: Uint8Array, context: SealContext): string;
  /** Seals a stream under the ring's first key. */
  sealStream(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Opens a sealed stream. Throws `ArchiveError`; what it gave out counts only once it has ended without. */
  openStream(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  readonly sealingKeyId: string;
  readonly keyIds: readonly string[];
};

/** A stored value does not open: a wrong place, a missing key or damage. Says nothing more, on purpose. */
export class UnopenableError extends Error {
  constructor(cause?: unknown) {
    super("The stored value can't be opened", { cause });
    this.name = "UnopenableError";
  }
}

export function createVault(ring: KeyRing): Vault {
  return {
    sealingKeyId: ring.sealing.id,
    keyIds: ring.ids,
    sealStream: (plain) => sealStream(ring, plain),
    openStream: (sealed) => openStream(ring, sealed),
    seal(plaintext, context) {
      if (!plaintext.isWellFormed()) throw new RangeError("text with a lone surrogate can't be sealed exactly");
      const padded = pad(Buffer.from(plaintext, "utf8"), context.padding ?? "steps");
      return new Uint8Array(
        encrypt(ring.sealing.derive("seal"), ring.sealing.id, padded, associatedData(ring.sealing, context)),
      );
    },
    open(sealed, context) {
      try {
        const envelope = readEnvelope(sealed);
        const key = ring.find(envelope.keyId);
        if (!key) throw new RangeError("sealed under a key that the ring does not hold");
        return unpad(decrypt(key.derive("seal"), envelope, associatedData(key, context))).toString("utf8");
      } catch (cause) {
        throw new UnopenableError(cause);
      }
    },
  };
}

const lengthBytes = 4;
const versionBytes = 1;

/**
 * Each part preceded by its length (4 bytes, big-endian), so that no two contexts read alike. Written into one buffer:
 * a buffer for each part and each length would cost a quarter of opening a value.
 */
function associatedData(key: MasterKey, { table, field, rowId, userId }: SealContext): Buffer {
  const texts = [table, field, rowId, userId];
  const keyIdBytes = key.id.length / 2;
  const head = lengthBytes + versionBytes + lengthBytes + keyIdBytes;
  const data = Buffer.allocUnsafe(
    texts.reduce((size, text) => size + lengthBytes + Buffer.byteLength(text, "utf8"), head),
  );
  let at = data.writeUInt32BE(versionBytes);
  at = data.writeUInt8(envelopeVersion, at);
  at = data.writeUInt32BE(keyIdBytes, at);
  at += data.write(key.id, at, "hex");
  for (const text of texts) {
    const length = data.write(text, at + lengthBytes, "utf8");
    data.writeUInt32BE(length, at);
    at += lengthBytes + length;
  }
  return data;
}

/** The id of the master key that a value is sealed under; null when it can't be one. */
export function keyIdOf(sealed: Uint8Array): string | null {
  try {
    return readEnvelope(sealed).keyId;
  } catch {
    return null;
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import type { KeyRing } from "./sealing/keyring";

/**
 * A sealed stream of any length, read and written in bounded memory:
 *
 *     "svc-archive" | version 1 | key id 8 | salt 32 | chunk … | last chunk
 *
 * A chunk is 64 KiB of AES-256-GCM and its 16-byte tag; the last may be shorter. Each stream has its own key (HKDF-SHA-256
 * of the purpose key with the salt). The nonce is the chunk's number, and its last byte marks the last chunk. The header is
 * associated data. So a chunk that was changed, moved, removed or added can't be opened, nor can a stream that was cut
 * short. This is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015), as the age format uses it.
 */
const magic = Buffer.from("svc-archive", "latin1");
/** What every file of age begins with, such as the backup that needs no vault. */
const ageMagic = Buffer.from("age-encryption.org/", "latin1");
const version = 1;
const keyIdBytes = 8;
const saltBytes = 32;
const headerBytes = magic.length + 1 + keyIdBytes + saltBytes;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/**
 * The stream is not one of ours, is damaged, or was sealed under another key. The message says which, if that can be
 * known.
 */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ArchiveError";
  }
}

export async function* sealStream(ring: KeyRing, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([magic, Buffer.of(version), Buffer.from(ring.sealing.id, "hex"), salt]);
  const key = streamKey(ring.sealing.derive("backup"), salt);
  yield header;
  let number = 0;
  for await (const { chunk, last } of chunksOf(plain, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, last), { authTagLength: tagBytes });
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Yields only authenticated chunks. Whether the stream is complete is known only once it ends without an error. */
export async function* openStream(ring: KeyRing, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let key: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const { chunk, last } of chunksOf(sealed, chunkBytes + tagBytes, headerBytes)) {
    if (!header) {
      header = chunk;
      key = keyOfHeader(ring, header);
      if (last) throw new ArchiveError("The file ends after its header: it was cut off.");
      continue;
    }
    if (chunk.length < tagBytes)
      throw new ArchiveError("The file is damaged or was cut off: it does not end with a complete chunk.");
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, last), { authTagLength: tagBytes });
    decipher.setAAD(header);
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      throw new ArchiveError("The file is damaged or was cut off: its seal does not match its content.");
    }
    yield plain;
    number += 1;
  }
  if (!header) throw new ArchiveError("The file is empty.");
}

function keyOfHeader(ring: KeyRing, header: Buffer): Buffer {
  if (header.subarray(0, ageMagic.length).equals(ageMagic))
    throw new ArchiveError("age sealed this file: open it with age, then import what it holds (svc import).");
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new ArchiveError("The file is not a backup made by a vault.");
  if (header[magic.length] !== version)
    throw new ArchiveError("The file was made by a newer version of the vault: use that version.");
  const keyId = header.toString("hex", magic.length + 1, magic.length + 1 + keyIdBytes);
  const master = ring.find(keyId);
  if (!master)
    throw new ArchiveError(
      `The file was sealed under the master key ${keyId}, which is not among the given ones (${ring.ids.join(", ")}): give that key too.`,
    );
  return streamKey(master.derive("backup"), header.subarray(-saltBytes));
}

const streamKey = (purposeKey: KeyObject, salt: Buffer) =>
  Buffer.from(hkdfSync("sha256", purposeKey, salt, "svc/v1/archive", 32));

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/**
 * Splits a stream into pieces of one size (the first of `firstSize`) and marks the last one. There is always a last
 * one.
 */
async function* chunksOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ chunk: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = firstSize;
  for await (const part of source) {
    held.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    heldBytes += part.byteLength;
    if (heldBytes <= wanted) continue;
    let all = Buffer.concat(held);
    // Waits for one byte more than a chunk, which proves that it is not the last.
    for (; all.length > wanted; wanted = size) {
      yield { chunk: all.subarray(0, wanted), last: false };
      all = all.subarray(wanted);
    }
    held = [all];
    heldBytes = all.length;
  }
  const rest = Buffer.concat(held);
  if (rest.length > 0 || wanted === size) yield { chunk: rest, last: true };
}

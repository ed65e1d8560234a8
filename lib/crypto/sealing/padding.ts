/**
 * Hides the exact length of a secret: a 4-byte big-endian length, the bytes, then zeros up to a fixed set of sizes.
 * Values are padded to multiples of 64 bytes; files to Padmé sizes (at most 12 % more; Nikitin et al., PETS 2019).
 */
export type Padding = "steps" | "padme";

const lengthBytes = 4;
/** In bytes. More than a sealed value's other parts take together. */
const step = 64;

export function pad(bytes: Uint8Array, padding: Padding): Buffer {
  const used = lengthBytes + bytes.length;
  const padded = Buffer.alloc(padding === "steps" ? roundUp(used, step) : padme(Math.max(used, step)));
  padded.writeUInt32BE(bytes.length);
  padded.set(bytes, lengthBytes);
  return padded;
}

/** How long an entry's value is with its padding. Values of other lengths can't be the same. */
export const lengthOf = (text: string): number => roundUp(lengthBytes + Buffer.byteLength(text, "utf8"), step);

/** The same for a sealed length, in any form: sealing adds less than one padding step. */
export const lengthIn = (sealedBytes: number): number => sealedBytes - (sealedBytes % step);

/** The maximum sealed length, in bytes, of a value of this length. */
export const sealedLengthMax = (length: number): number => length + step - 1;

/** The bytes without their padding, as a view. Throws RangeError if the stated length is impossible. */
export function unpad(padded: Buffer): Buffer {
  if (padded.length < lengthBytes) throw new RangeError("padded text too short");
  const length = padded.readUInt32BE();
  if (length > padded.length - lengthBytes) throw new RangeError("padded length out of range");
  return padded.subarray(lengthBytes, lengthBytes + length);
}

const roundUp = (size: number, unit: number) => Math.ceil(size / unit) * unit;

/** The smallest Padmé size that holds `size`: only the leading log2(log2) bits of a length remain visible. */
export function padme(size: number): number {
  const exponent = Math.floor(Math.log2(size));
  const keptBits = Math.floor(Math.log2(exponent)) + 1;
  return roundUp(size, 2 ** (exponent - keptBits));
}

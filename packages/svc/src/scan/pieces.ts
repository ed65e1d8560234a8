import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";

/** A part of a text. What begins within its `own` bytes is all there: the beginning of the next piece follows them. */
export type Piece = { bytes: Buffer; own: number };

/** How a text is cut: no string can be as long as files, and no memory has to hold them. `own` is even. */
export type Cut = { own: number; overlap: number };

/** The pieces of what is in memory. */
export function* piecesOf(bytes: Buffer, { own, overlap }: Cut): Generator<Piece> {
  let start = 0;
  for (; bytes.length - start > own + overlap; start += own)
    yield { bytes: bytes.subarray(start, start + own + overlap), own };
  yield { bytes: bytes.subarray(start), own: bytes.length - start };
}

/** The pieces of a file. Each is only there until the next one is asked for. */
export function* piecesOfFile(file: string, cut: Cut): Generator<Piece> {
  const { own, overlap } = cut;
  // Those of /proc have no size.
  if (statSync(file).size <= own + overlap) return yield* piecesOf(readFileSync(file), cut);
  const opened = openSync(file, "r");
  try {
    const buffer = Buffer.allocUnsafe(own + overlap);
    for (let kept = 0; ; kept = overlap) {
      const length = filled(opened, buffer, kept);
      if (length < buffer.length) return yield { bytes: buffer.subarray(0, length), own: length };
      yield { bytes: buffer, own };
      buffer.copyWithin(0, own);
    }
  } finally {
    closeSync(opened);
  }
}

/** Reads on after what a buffer holds, until it is full or the file ends. Returns how much it holds then. */
function filled(file: number, buffer: Buffer, kept: number): number {
  let length = kept;
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}

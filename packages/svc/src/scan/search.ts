import { accessKeyBytes, linesOfAccessKeys } from "./access-keys";
import type { Finding, Fingerprints } from "./fingerprints";
import type { Cut, Piece } from "./pieces";

const ownBytes = 16 * 1024 * 1024;

/** How to cut what is searched, so that whatever is looked for lies within one piece: in UTF-16 it takes twice its bytes. */
export const cutFor = (fingerprints: Fingerprints, own = ownBytes): Cut => ({
  own,
  overlap: 2 * (Math.max(fingerprints.longest, accessKeyBytes) + 1),
});

/** The values and access keys in a text, with the lines at which they begin: of each way to read it. */
export function search(pieces: Iterable<Piece>, fingerprints: Fingerprints): Finding[] {
  const ways = readings.map((read) => ({ read, line: 1, values: new Map<string, Finding>(), keys: [] as Finding[] }));
  for (const piece of pieces)
    for (const way of ways) {
      const reading = way.read(piece);
      if (!reading) continue;
      const { bytes, own } = reading;
      const at = (line: number) => way.line + line - 1;
      for (const { label, line } of fingerprints.find(bytes))
        if (!way.values.has(label)) way.values.set(label, { label, line: at(line) });
      for (const line of linesOfAccessKeys(bytes, own)) way.keys.push({ label: "an access key", line: at(line) });
      way.line += breaksIn(bytes.subarray(0, own));
    }
  return ways.flatMap(({ values, keys }) => [...values.values(), ...keys]);
}

/**
 * What bytes may say: as they are, which is UTF-8 and most others, and if they hold a NUL also as UTF-16, as PowerShell 5.1
 * writes files: its line breaks have one. A mark needn't begin it: a diff's lines are cut between the two bytes of a line
 * break. Read as little-endian from the first byte or the second, either order and either cut makes sense once.
 */
const readings: readonly ((piece: Piece) => Piece | null)[] = [
  (piece) => piece,
  ...[0, 1].map((first) => ({ bytes, own }: Piece) => {
    if (!bytes.includes(0)) return null;
    const text = bytes.toString("utf16le", first);
    return { bytes: Buffer.from(text), own: Buffer.byteLength(text.slice(0, own / 2)) };
  }),
];

const lineFeed = 0x0a;

function breaksIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

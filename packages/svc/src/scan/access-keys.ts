import { accessKeyPattern, isAccessKey } from "../credentials/access-key";

/** A key and the character that ends it. */
const keyBytes = 48;
/** Strings can't be as long as files. */
const pieceBytes = 16 * 1024 * 1024;

/** The lines at which genuine access keys begin. `piece`: how many bytes are looked at together. */
export function* linesOfAccessKeys(bytes: Buffer, piece = pieceBytes): Generator<number> {
  let line = 1;
  for (let start = 0; start < bytes.length; start += piece) {
    const text = bytes.toString("latin1", start, start + piece + keyBytes);
    let counted = 0;
    for (const { 0: key, index } of text.matchAll(accessKeyPattern)) {
      // The next piece begins with it.
      if (index >= piece || !isAccessKey(key)) continue;
      line += breaksIn(text.slice(counted, index));
      counted = index;
      yield line;
    }
    line += breaksIn(text.slice(counted, piece));
  }
}

const breaksIn = (text: string): number => text.split("\n").length - 1;

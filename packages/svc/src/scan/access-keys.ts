import { accessKeyPattern, isAccessKey } from "../credentials/access-key";

/** A key and the character that ends it. */
export const accessKeyBytes = 48;

/** The lines at which genuine access keys begin, within so many bytes. */
export function* linesOfAccessKeys(bytes: Buffer, within = bytes.length): Generator<number> {
  const text = bytes.toString("latin1");
  let line = 1;
  let counted = 0;
  for (const { 0: key, index } of text.matchAll(accessKeyPattern)) {
    if (index >= within) return;
    if (!isAccessKey(key)) continue;
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    yield line;
  }
}

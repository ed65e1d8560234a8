/** Bytes; the vault takes no more. */
const fileBytesMax = 1024 * 1024;

/** A dropped or chosen file's text. Throws an Error in words for a person. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > fileBytesMax) throw new Error(`${file.name} is larger than 1 MiB`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not UTF-8 text`);
  }
  if (text.includes("\0")) throw new Error(`${file.name} is not a text file`);
  return text;
}

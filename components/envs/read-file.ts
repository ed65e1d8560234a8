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

/** Hands a text to the browser as a file; the object URL is gone right after. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Browsers drop a name's first dot, so that the project's name leads: "billing.env.local". */
export const downloadName = (project: string, file: string): string => `${project.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "project"}${file}`;

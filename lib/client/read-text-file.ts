/** The largest file in the vault, in bytes. */
const fileBytesMax = 1024 * 1024;
/** The largest archive, attachments included, in bytes: it has to fit into the browser's memory. */
const archiveBytesMax = 256 * 1024 * 1024;

/** The text of a dropped or chosen file. Throws an Error with a message for the user. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > fileBytesMax) throw new Error(`${file.name} is larger than 1 MiB`);
  return textIn(new Uint8Array(await file.arrayBuffer()), file.name);
}

/**
 * The text of another tool's export, extracted from its archive or QR codes if needed. Throws an Error with a message
 * for the user.
 */
export async function readExportFile(file: File): Promise<string> {
  if (file.type.startsWith("image/")) return linksIn(file);
  const { exportBytes, exportBytesMax } = await import("@/lib/import/archive");
  if (file.size > archiveBytesMax) throw new Error(`${file.name} is larger than 256 MiB`);
  const bytes = taken(exportBytes, new Uint8Array(await file.arrayBuffer()), file.name);
  if (bytes.length > exportBytesMax) throw new Error(`${file.name} is larger than 8 MiB: import it in parts`);
  return textIn(bytes, file.name);
}

async function linksIn(image: File): Promise<string> {
  const { decodeImage } = await import("./decode-qr");
  const texts = await decodeImage(image).catch((error: unknown) => {
    throw new Error(`${image.name} is not a picture the browser can read`, { cause: error });
  });
  if (texts.length === 0) throw new Error(`${image.name} has no readable QR code: crop the picture closer to the code`);
  return texts.join("\n");
}

function taken(exportBytes: (file: Uint8Array) => Uint8Array, bytes: Uint8Array, name: string): Uint8Array {
  try {
    return exportBytes(bytes);
  } catch (error) {
    throw new Error(`${name} can’t be read: ${error instanceof Error ? error.message : "it is damaged"}`, {
      cause: error,
    });
  }
}

function textIn(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${name} is not UTF-8 text`);
  }
  if (text.includes("\0")) throw new Error(`${name} is not a text file`);
  return text;
}

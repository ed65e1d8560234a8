/** The largest file in the vault, in bytes. */
const fileBytesMax = 1024 * 1024;
/** The largest archive, attachments included, in bytes: it has to fit into the browser's memory. */
const archiveBytesMax = 256 * 1024 * 1024;

/** The text of a dropped or chosen file. Throws an Error with a message for the user. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > fileBytesMax) throw new Error(`The file ${file.name} is larger than 1 MiB`);
  return textIn(new Uint8Array(await file.arrayBuffer()), file.name);
}

/**
 * The text of another tool's export, extracted from its archive or QR codes if needed. Throws an Error with a message
 * for the user.
 */
export async function readExportFile(file: File): Promise<string> {
  if (file.type.startsWith("image/")) return linksIn(file);
  if (file.size > archiveBytesMax) throw new Error(`The file ${file.name} is larger than 256 MiB`);
  return exportText(new Uint8Array(await file.arrayBuffer()), file.name);
}

/** Whether a file is encrypted by age. */
export async function isSealedFile(file: File): Promise<boolean> {
  const { isSealed } = await import("../../age/is-sealed");
  return isSealed(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
}

/** The text of a sealed export. Throws an Error with a message for the user, who may try another passphrase. */
export async function openExportFile(file: File, passphrase: string): Promise<string> {
  const { openSealed } = await import("../../age");
  const sealed = new Uint8Array(await file.arrayBuffer());
  const opened = await openSealed(sealed, { passphrase }).catch((error: unknown) => {
    throw new Error(`It can’t be opened: ${(error as RangeError).message}`, { cause: error });
  });
  return exportText(opened, file.name);
}

async function exportText(file: Uint8Array, name: string): Promise<string> {
  const { exportBytes, exportBytesMax } = await import("@/lib/import/archive");
  const bytes = taken(exportBytes, file, name);
  if (bytes.length > exportBytesMax)
    throw new Error(`The file ${name} is larger than 8 MiB: import it in parts, or with svc import`);
  const { decodeText } = await import("@/lib/import/encoding");
  const text = textIn(decodeText(bytes), name);
  if (text.trim() === "") throw new Error(`The file ${name} is empty`);
  return text;
}

async function linksIn(image: File): Promise<string> {
  const { decodeImage } = await import("./decode-qr");
  const texts = await decodeImage(image).catch((error: unknown) => {
    throw new Error(`The file ${image.name} is not a picture the browser can read`, { cause: error });
  });
  if (texts.length === 0)
    throw new Error(`The file ${image.name} has no readable QR code: crop the picture closer to the code`);
  return texts.join("\n");
}

function taken(exportBytes: (file: Uint8Array) => Uint8Array, bytes: Uint8Array, name: string): Uint8Array {
  try {
    return exportBytes(bytes);
  } catch (error) {
    throw new Error(`The file ${name} can’t be read: ${error instanceof Error ? error.message : "it is damaged"}`, {
      cause: error,
    });
  }
}

function textIn(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`The file ${name} is not UTF-8 text`);
  }
  if (text.includes("\0")) throw new Error(`The file ${name} is not a text file`);
  return text;
}

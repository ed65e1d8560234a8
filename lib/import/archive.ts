import { unzipSync } from "fflate/browser";

/**
 * The size limit of one import, in bytes. An archive states the size of its contents, which is checked before
 * unpacking.
 */
export const exportBytesMax = 8 * 1024 * 1024;

const zipSignature = [0x50, 0x4b, 0x03, 0x04];

/**
 * The bytes of an export's text. 1Password's .1pux is a zip archive (PKWARE APPNOTE 6.3) with the text in `export.data`
 * and attachments, which are not unpacked. Any other file is the text itself. Throws a RangeError with a message for
 * people.
 */
export function exportBytes(file: Uint8Array): Uint8Array {
  if (!zipSignature.every((byte, at) => file[at] === byte)) return file;
  let tooLarge = false;
  const inArchive = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name !== "export.data") return false;
    tooLarge = originalSize > exportBytesMax;
    return !tooLarge;
  };
  const { "export.data": data } = unpacked(file, inArchive);
  if (tooLarge) throw new RangeError(`what is in the archive is larger than ${exportBytesMax / 1024 / 1024} MiB`);
  if (!data) throw new RangeError("it is an archive without 1Password’s export.data: unpack it first");
  return data;
}

function unpacked(
  file: Uint8Array,
  filter: (entry: { name: string; originalSize: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(file, { filter });
  } catch {
    throw new RangeError("it is a damaged archive");
  }
}

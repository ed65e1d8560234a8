import { unzipSync } from "fflate/browser";

/** What one import takes, in bytes; an archive says the size of what it holds before that is unpacked. */
export const exportBytesMax = 8 * 1024 * 1024;

const zipSignature = [0x50, 0x4b, 0x03, 0x04];

/**
 * The bytes of an export's text: 1Password's .1pux is a zip archive (PKWARE APPNOTE 6.3) with the text in `export.data`
 * beside the attachments, which stay packed; any other file is its own text. Throws a RangeError in words for a person.
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

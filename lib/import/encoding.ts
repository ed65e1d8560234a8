const utf16 = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
] as const;

/**
 * The same text in UTF-8. Spreadsheets on Windows write "Unicode text" as UTF-16, which its byte order mark says. Any
 * other file stays as it is, as does one that is not valid UTF-16: its reader reports it.
 */
export function decodeText(file: Uint8Array): Uint8Array {
  const [label] = utf16.find(([, first, second]) => file[0] === first && file[1] === second) ?? [];
  if (label === undefined) return file;
  try {
    return new TextEncoder().encode(new TextDecoder(label, { fatal: true }).decode(file));
  } catch {
    return file;
  }
}

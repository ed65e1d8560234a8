/**
 * What bytes may say: as they are, which is UTF-8 and most others, and if they hold a NUL also as UTF-16, as PowerShell 5.1
 * writes files. A mark needn't begin it: a diff's lines are cut between the two bytes of a line break. Read as little-endian
 * from the first byte or the second, either order and either cut makes sense once. One at a time: each may be as large again.
 */
export function* readingsOf(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  if (bytes.includes(0)) for (const half of [bytes, bytes.subarray(1)]) yield Buffer.from(half.toString("utf16le"));
}

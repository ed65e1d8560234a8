import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ArchiveError, openStream, sealStream } from "@/lib/crypto/archive";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/keyring";

const chunk = 64 * 1024;
const sealedChunk = chunk + 16;
const header = 11 + 1 + 8 + 32;
const ring = parseKeyRing(newMasterKeyText());

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const collect = async (stream: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};
const seal = (bytes: Buffer, size = 1000) => collect(sealStream(ring, inPieces(bytes, size)));
const open = (bytes: Buffer, size = 1000, keys = ring) => collect(openStream(keys, inPieces(bytes, size)));

describe("a sealed stream", () => {
  test.each([0, 1, 15, 16, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17])("of %i bytes opens to the same, however it was cut on its way", async (length) => {
    const plain = randomBytes(length);
    const sealed = await seal(plain, 777);
    for (const size of [1 + Math.floor(length / 7), 4096, 10 * chunk]) expect((await open(sealed, size)).equals(plain)).toBe(true);
  });

  test("opens with a ring that has its key behind others, and names a key that it lacks", async () => {
    const [text, other] = [newMasterKeyText(), newMasterKeyText()];
    const sealed = await collect(sealStream(parseKeyRing(text), inPieces(Buffer.from("not-a-real-secret"), 5)));
    expect(String(await open(sealed, 100, parseKeyRing(`${other},${text}`)))).toBe("not-a-real-secret");
    await expect(open(sealed, 100, parseKeyRing(other))).rejects.toThrow(parseKeyRing(text).ids[0]);
  });

  test("shows nothing of its content, and never looks alike twice", async () => {
    const plain = Buffer.alloc(2 * chunk, "not-a-real-secret");
    const [one, two] = [await seal(plain), await seal(plain)];
    expect(one.includes("not-a-real")).toBe(false);
    expect(one.subarray(header).equals(two.subarray(header))).toBe(false);
    expect(one.subarray(header, header + 64).equals(one.subarray(header + sealedChunk, header + sealedChunk + 64))).toBe(false);
  });

  const plain = randomBytes(3 * chunk + 100);
  const damages: [string, (sealed: Buffer) => Buffer][] = [
    ["cut at a chunk's end", (sealed) => sealed.subarray(0, header + 2 * sealedChunk)],
    ["cut within a chunk", (sealed) => sealed.subarray(0, header + 2 * sealedChunk + 50)],
    ["cut within a tag", (sealed) => sealed.subarray(0, header + 2 * sealedChunk + 3)],
    ["cut behind its header", (sealed) => sealed.subarray(0, header)],
    ["cut within its header", (sealed) => sealed.subarray(0, header - 1)],
    ["emptied", () => Buffer.alloc(0)],
    ["made longer", (sealed) => Buffer.concat([sealed, Buffer.alloc(1)])],
    ["with two chunks in another order", (sealed) => Buffer.concat([sealed.subarray(0, header), sealed.subarray(header + sealedChunk, header + 2 * sealedChunk), sealed.subarray(header, header + sealedChunk), sealed.subarray(header + 2 * sealedChunk)])],
    ["without its first chunk", (sealed) => Buffer.concat([sealed.subarray(0, header), sealed.subarray(header + sealedChunk)])],
    ["with a chunk twice", (sealed) => Buffer.concat([sealed.subarray(0, header + sealedChunk), sealed.subarray(header)])],
  ];
  test.each(damages)("%s is refused", async (_, damage) => {
    await expect(open(damage(await seal(plain)))).rejects.toThrow(ArchiveError);
  });

  test("with any byte changed is refused: each of the header, and others", async () => {
    const sealed = await seal(plain);
    const places = [...Array(header).keys(), header, header + chunk, header + sealedChunk, sealed.length - 17, sealed.length - 1];
    for (const place of places) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(open(changed, 10 * chunk), `byte ${place}`).rejects.toThrow(ArchiveError);
    }
  });
});

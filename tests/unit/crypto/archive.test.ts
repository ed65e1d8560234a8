import { createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ArchiveError, openStream, sealStream } from "@/lib/crypto/archive";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";

const chunk = 64 * 1024;
const sealedChunk = chunk + 16;
const header = 11 + 1 + 8 + 32;
const ring = parseKeyRing(newMasterKeyText());

async function* runInSlices(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const collect = async (stream: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};
const seal = (bytes: Buffer, size = 1000) => collect(sealStream(ring, runInSlices(bytes, size)));
const open = (bytes: Buffer, size = 1000, keys = ring) => collect(openStream(keys, runInSlices(bytes, size)));

describe("a sealed stream", () => {
  test.each([0, 1, 15, 16, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17])(
    "of %i bytes opens to the same bytes, however it was split",
    async (length) => {
      const plain = randomBytes(length);
      const sealed = await seal(plain, 777);
      for (const size of [1 + Math.floor(length / 7), 4096, 10 * chunk])
        expect((await open(sealed, size)).equals(plain)).toBe(true);
    },
  );

  test("opens with a ring that has its key in any place, and names a key that is missing", async () => {
    const [text, other] = [newMasterKeyText(), newMasterKeyText()];
    const sealed = await collect(sealStream(parseKeyRing(text), runInSlices(Buffer.from("not-a-real-secret"), 5)));
    expect(String(await open(sealed, 100, parseKeyRing(`${other},${text}`)))).toBe("not-a-real-secret");
    await expect(open(sealed, 100, parseKeyRing(other))).rejects.toThrow(parseKeyRing(text).ids[0]);
  });

  test("is not one that age sealed, and that is said", async () => {
    const byAge = Buffer.from(`age-encryption.org/v1\n-> X25519 ${"A".repeat(43)}\n`);
    await expect(open(byAge)).rejects.toThrow(/age sealed this file: open it with age/);
  });

  test("reveals nothing of its content, and never looks the same twice", async () => {
    const plain = Buffer.alloc(2 * chunk, "not-a-real-secret");
    const [one, two] = [await seal(plain), await seal(plain)];
    expect(one.includes("not-a-real")).toBe(false);
    expect(one.subarray(header).equals(two.subarray(header))).toBe(false);
    expect(
      one.subarray(header, header + 64).equals(one.subarray(header + sealedChunk, header + sealedChunk + 64)),
    ).toBe(false);
  });

  const plain = randomBytes(3 * chunk + 100);
  const [changed, foreign] = [
    "damaged or was cut off: its seal does not match its content",
    "not a backup made by a vault",
  ];
  const damages: [string, (sealed: Buffer) => Buffer, told: string][] = [
    ["cut at a chunk's end", (sealed) => sealed.subarray(0, header + 2 * sealedChunk), changed],
    ["cut within a chunk", (sealed) => sealed.subarray(0, header + 2 * sealedChunk + 50), changed],
    [
      "cut within a tag",
      (sealed) => sealed.subarray(0, header + 2 * sealedChunk + 3),
      "cut off: it does not end with a complete chunk",
    ],
    ["cut behind its header", (sealed) => sealed.subarray(0, header), "ends after its header: it was cut off"],
    ["cut within its header", (sealed) => sealed.subarray(0, header - 1), foreign],
    ["emptied", () => Buffer.alloc(0), "The file is empty"],
    ["of another program", (sealed) => Buffer.concat([Buffer.from("PK"), sealed.subarray(2)]), foreign],
    [
      "of a later version",
      (sealed) => Buffer.concat([sealed.subarray(0, 11), Buffer.of(2), sealed.subarray(12)]),
      "made by a newer version of the vault: use that version",
    ],
    ["made longer", (sealed) => Buffer.concat([sealed, Buffer.alloc(1)]), changed],
    [
      "with two chunks in another order",
      (sealed) =>
        Buffer.concat([
          sealed.subarray(0, header),
          sealed.subarray(header + sealedChunk, header + 2 * sealedChunk),
          sealed.subarray(header, header + sealedChunk),
          sealed.subarray(header + 2 * sealedChunk),
        ]),
      changed,
    ],
    [
      "without its first chunk",
      (sealed) => Buffer.concat([sealed.subarray(0, header), sealed.subarray(header + sealedChunk)]),
      changed,
    ],
    [
      "with a chunk twice",
      (sealed) => Buffer.concat([sealed.subarray(0, header + sealedChunk), sealed.subarray(header)]),
      changed,
    ],
  ];
  test.each(damages)("%s is refused", async (_, damage, told) => {
    const refusal = open(damage(await seal(plain)));
    await expect(refusal).rejects.toThrow(ArchiveError);
    await expect(refusal).rejects.toMatchObject({
      name: "ArchiveError",
      message: expect.stringContaining(told) as string,
    });
  });

  test("names a missing key, and the given ones", async () => {
    const [lost, one, two] = [newMasterKeyText(), newMasterKeyText(), newMasterKeyText()];
    const sealed = await collect(sealStream(parseKeyRing(lost), runInSlices(plain, 1000)));
    const given = parseKeyRing(`${one}\n${two}`);
    await expect(open(sealed, 1000, given)).rejects.toThrow(
      `the master key ${parseKeyRing(lost).sealing.id}, which is not among the given ones (${given.ids.join(", ")}): give that key too`,
    );
  });

  test("with any byte changed is refused: each of the header, and others", async () => {
    const sealed = await seal(plain);
    const places = [
      ...Array(header).keys(),
      header,
      header + chunk,
      header + sealedChunk,
      sealed.length - 17,
      sealed.length - 1,
    ];
    for (const place of places) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(open(changed, 10 * chunk), `byte ${place}`).rejects.toThrow(ArchiveError);
    }
  });
});

/** A second implementation of the format, with Node's own cryptography only: old backups must always open. */
function openIndependently(sealed: Buffer, masterKey: Buffer): Buffer {
  const derive = (key: Uint8Array, salt: Uint8Array | string, info: string) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, 32));
  const [head, salt] = [sealed.subarray(0, header), sealed.subarray(20, header)];
  expect([head.toString("latin1", 0, 11), head[11], head.toString("hex", 12, 20)]).toEqual([
    "svc-archive",
    1,
    derive(masterKey, "", "svc/v1/key-id").toString("hex", 0, 8),
  ]);
  const key = derive(derive(masterKey, "", "svc/v1/backup"), salt, "svc/v1/archive");
  const parts: Buffer[] = [];
  for (let at = header, number = 0; at < sealed.length; at += sealedChunk, number += 1) {
    const piece = sealed.subarray(at, at + sealedChunk);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 7);
    nonce[11] = at + sealedChunk >= sealed.length ? 1 : 0;
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 })
      .setAAD(head)
      .setAuthTag(piece.subarray(-16));
    parts.push(decipher.update(piece.subarray(0, -16)), decipher.final());
  }
  return Buffer.concat(parts);
}

test.each([0, 1, 2 * chunk, 2 * chunk + 5])(
  "a reader written from the format's description opens a stream of %i bytes",
  async (length) => {
    const masterKey = randomBytes(32);
    const plain = randomBytes(length);
    const sealed = await collect(sealStream(parseKeyRing(masterKey.toString("base64")), runInSlices(plain, 999)));
    expect(openIndependently(sealed, masterKey).equals(plain)).toBe(true);
  },
);

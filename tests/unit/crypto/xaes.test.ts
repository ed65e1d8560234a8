import { createCipheriv, createHash, createSecretKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { xaesMessageKey } from "@/lib/crypto/sealing/xaes";

function seal(key: Uint8Array, nonce: Buffer, plaintext: Uint8Array, associatedData: Uint8Array): Buffer {
  const cipher = createCipheriv(
    "aes-256-gcm",
    xaesMessageKey(createSecretKey(key), nonce.subarray(0, 12)),
    nonce.subarray(12),
  ).setAAD(associatedData);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

describe("XAES-256-GCM, by the test vectors of its specification (c2sp.org/XAES-256-GCM)", () => {
  test.each([
    // The first bit of AES's output for a block of zeros is 0 under the one key, and 1 under the other.
    [1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"],
    [3, "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"],
  ])("under a key of 32 times the byte %i", (byte, associatedData, sealed) => {
    const nonce = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWX");
    const plaintext = Buffer.from("XAES-256-GCM");
    expect(seal(Buffer.alloc(32, byte), nonce, plaintext, Buffer.from(associatedData)).toString("hex")).toBe(sealed);
  });

  test("of 10,000 random inputs", () => {
    const source = createHash("shake128", { outputLength: 4_000_000 }).digest();
    let at = 0;
    const take = (bytes: number) => source.subarray(at, (at += bytes));
    const all: Buffer[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      const [key, nonce] = [take(32), take(24)];
      const plaintext = take(take(1).readUInt8());
      const associatedData = take(take(1).readUInt8());
      all.push(seal(key, nonce, plaintext, associatedData));
    }
    const digest = createHash("shake128", { outputLength: 32 }).update(Buffer.concat(all)).digest("hex");
    expect(digest).toBe("e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939");
  });
});

import { expect, test } from "vitest";
import { digest, sha256 } from "../../../lib/crypto/macs/digest";
import { isSameSecret } from "../../../lib/crypto/tokens/token";

test.each([
  ["a", "a", true],
  ["", "", true],
  ["a", "b", false],
  ["a", "aa", false],
  ["a", "A", false],
  ["é", "e\u0301", false],
])("whether %j and %j are the same secret is %j, whatever their lengths", (left, right, same) => {
  expect(isSameSecret(left, right)).toBe(same);
});

// FIPS 180-2, B.1: the digest of "abc".
const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("a text's SHA-256 is FIPS 180's, in hex; for bytes, 128 bits of it in base64url", () => {
  expect(sha256("abc")).toBe(abc);
  expect(sha256("é")).not.toBe(sha256("e\u0301"));
  expect(digest(Buffer.from("abc"))).toBe(Buffer.from(abc, "hex").toString("base64url").slice(0, 22));
});

import hkdf from "@panva/hkdf";
import { EncryptJWT } from "jose";
import { decode, encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { isSealedAsHere, openToken } from "@/lib/http/cookies/sealed-token";

const secret = "not-a-real-secret";

/** Sealed with the same key that next-auth derives from the secret. */
async function sealedBy(alg: string, enc: string): Promise<string> {
  const key = await hkdf("sha256", secret, "", "NextAuth.js Generated Encryption Key", 32);
  return new EncryptJWT({ sub: "x" }).setProtectedHeader({ alg, enc }).setExpirationTime("1h").encrypt(key);
}

test("a token that next-auth sealed opens", async () => {
  const token = await encode({ token: { sub: "x" }, secret });
  expect([isSealedAsHere(token), await openToken({ token, secret })]).toEqual([
    true,
    expect.objectContaining({ sub: "x" }),
  ]);
});

test.each([
  ["dir", "A128CBC-HS256"],
  ["A256KW", "A256GCM"],
  ["A256GCMKW", "A256GCM"],
  ["A256KW", "A256CBC-HS512"],
])("the right key with another algorithm (%s, %s), which next-auth would accept, does not open", async (alg, enc) => {
  const token = await sealedBy(alg, enc);
  expect(await decode({ token, secret })).toMatchObject({ sub: "x" });
  expect([isSealedAsHere(token), await openToken({ token, secret })]).toEqual([false, null]);
});

test("no token, and another secret, open nothing", async () => {
  expect([await openToken({ token: "", secret }), await openToken({ secret })]).toEqual([null, null]);
  await expect(openToken({ token: await encode({ token: {}, secret: "another" }), secret })).rejects.toThrow();
});

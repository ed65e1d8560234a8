import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isLinkKey,
  needsPassphrase,
  openShared,
  type Scrypt,
  sealShared,
  sharedBytesMax,
  Unopenable,
} from "@/lib/share/envelope";
import { scrypt as inBrowser } from "@/lib/share/scrypt";
import { scrypt as inNode } from "@/packages/svc/src/transfer/scrypt";
import { CreateShareLink } from "@/lib/contracts/transfer/links";

/** Fast, and different for each passphrase and salt. */
const quick: Scrypt = (passphrase, salt) => inNode(passphrase, salt, { logN: 4, r: 1, p: 1 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (ciphertext: string) => Buffer.from(ciphertext, "base64url");
const reasonOf = async (opening: Promise<string>) =>
  opening.then(
    () => "opened",
    (error: unknown) => (error instanceof Unopenable ? error.reason : String(error)),
  );

describe("what a link holds", () => {
  test("opens to the same text with its key, and its passphrase if there is one, whatever the text", async () => {
    const text = fc.string({ unit: "binary", maxLength: 600 }).filter((one) => one.isWellFormed());
    const passphrase = fc.option(fc.string({ minLength: 1, maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(text, passphrase, async (text, passphrase) => {
        const { ciphertext, key } = await sealShared(text, passphrase, quick);
        expect([needsPassphrase(ciphertext), isLinkKey(key)]).toEqual([passphrase !== null, true]);
        expect(await openShared(ciphertext, key, passphrase, quick)).toBe(text);
      }),
    );
  });

  test("opens with no other key or passphrase, and without neither", async () => {
    const { ciphertext, key } = await sealShared("not-a-real-value", "open sesame", quick);
    const other = await sealShared("not-a-real-value", null, quick);
    for (const [otherKey, passphrase] of [
      [other.key, "open sesame"],
      [key, "open sesam"],
      [key, null],
      ["", "open sesame"],
      [`${key}A`, "open sesame"],
    ] as const)
      expect(await reasonOf(openShared(ciphertext, otherKey, passphrase, quick))).toBe("key");
    expect(await reasonOf(openShared(other.ciphertext, key, null, quick))).toBe("key");
  });

  test("has a key of which any character that is mistyped, lost or exchanged is noticed", async () => {
    const { key } = await sealShared("not-a-real-value", null, quick);
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let at = 0; at < key.length; at += 1) {
      const [before, own = "", next = "", after] = [key.slice(0, at), key[at], key[at + 1], key.slice(at + 2)];
      for (const digit of digits) if (digit !== own) expect(isLinkKey(before + digit + next + after)).toBe(false);
      expect(isLinkKey(before + next + after)).toBe(false);
      if (own !== next) expect(isLinkKey(before + next + own + after)).toBe(at + 1 === key.length);
    }
  });

  test("has a key that is read with the punctuation that a mail puts behind a link, and no letters behind it", async () => {
    const { ciphertext, key } = await sealShared("not-a-real-value", null, quick);
    for (const behind of [".", ",", ")", "]", ">", "%3E", "%22", "”", "%E2%80%9D", ").", "!…", "%20", "\n"]) {
      expect([behind, isLinkKey(key + behind)]).toEqual([behind, true]);
      expect(await openShared(ciphertext, key + behind, null, quick)).toBe("not-a-real-value");
    }
    for (const behind of [".A", ".svc", "%3EA", "%3", "-", "_"])
      expect([behind, isLinkKey(key + behind)]).toEqual([behind, false]);
    // As long as a former key, which had no check value: what follows may be the rest of this one.
    expect(isLinkKey(`${key.slice(0, 43)}.${key.slice(44)}`)).toBe(false);
  });

  test("opens with a key of a link that was made before keys had a check value", async () => {
    const { ciphertext, key } = await sealShared("not-a-real-value", null, quick);
    const former = Buffer.from(bytesOf(key).subarray(0, 32)).toString("base64url");
    expect([former.length, isLinkKey(former)]).toEqual([43, true]);
    expect(await openShared(ciphertext, former, null, quick)).toBe("not-a-real-value");
  });

  test("with any byte changed, or cut anywhere, does not open", async () => {
    for (const passphrase of [null, "open sesame"]) {
      const { ciphertext, key } = await sealShared("not-a-real-value", passphrase, quick);
      const bytes = bytesOf(ciphertext);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
        for (const broken of [changed, bytes.subarray(0, at)]) {
          const text = Buffer.from(broken).toString("base64url");
          expect(["key", "form"]).toContain(await reasonOf(openShared(text, key, passphrase, quick)));
        }
      }
    }
  });

  test("of another form is told from a wrong key, before any work is done for it", async () => {
    const working: Scrypt = () => expect.fail("asked for work");
    const { ciphertext, key } = await sealShared("not-a-real-value", "open sesame", quick);
    const withHead = (...head: number[]) =>
      Buffer.concat([Uint8Array.from(head), bytesOf(ciphertext).subarray(head.length)]).toString("base64url");
    for (const text of ["", "AQ", "no base64", withHead(2), withHead(1, 2), withHead(1, 1, 18), withHead(1, 1, 16, 9)])
      expect(await reasonOf(openShared(text, key, "open sesame", working))).toBe("form");
    expect(await reasonOf(openShared(withHead(1, 1, 16, 8, 5), key, "open sesame", working))).toBe("form");
  });

  test("says of its text's length only how many times 256 bytes it has", async () => {
    const lengthOf = async (length: number) => (await sealShared("x".repeat(length), null, quick)).ciphertext.length;
    expect(await lengthOf(1)).toBe(await lengthOf(252));
    expect(await lengthOf(253)).toBeGreaterThan(await lengthOf(252));
  });

  test("is no longer than the vault takes, at the limit of the text, and a longer text is refused", async () => {
    const { ciphertext } = await sealShared("x".repeat(sharedBytesMax), "open sesame", quick);
    expect(CreateShareLink.safeParse({ ciphertext, views: 1, expiresInHours: 1 }).success).toBe(true);
    await expect(sealShared("é".repeat(sharedBytesMax / 2 + 1), null, quick)).rejects.toThrow(RangeError);
  });

  test("is never the same twice", async () => {
    const [one, two] = [await sealShared("a", null, quick), await sealShared("a", null, quick)];
    expect(one.ciphertext).not.toBe(two.ciphertext);
    expect(one.key).not.toBe(two.key);
  });
});

test("a passphrase may be composed in another way by another keyboard", async () => {
  const { ciphertext, key } = await sealShared("not-a-real-value", "caf\u00e9", quick);
  expect(await openShared(ciphertext, key, "cafe\u0301", quick)).toBe("not-a-real-value");
});

test("browser and Node derive the same key from a passphrase, at the cost that links have", async () => {
  const salt = new Uint8Array(16).fill(7);
  const asked = [new TextEncoder().encode("open sesame"), salt, { logN: 16, r: 8, p: 2 }] as const;
  expect(hex(await inBrowser(...asked))).toBe(hex(await inNode(...asked)));
});

/** Made when this form was new. */
const kept = [
  {
    ciphertext:
      "AQBbMIgq3HTEzuLbDEZApcfHaMOH-GsZjyFU3IjZCKsUEcsTGYFHCCR8xHk_yZIU-g_Us9LbaxuD9bv4ikSROxLvVpwHTR09vfaQoSvbMR9R0gYyqc43Kwr2nxVy-r4Z-12jCpb_1FalznfEgGCX7nQDhRTLIjkPO_2XsodLDKQYi0-m8OszVqTqDyRp-f9Rea9p-SCnVnmpQUNrvDua6hL5HvmZOW3rM3ZjjV--xOXYRHdKf06iJfCUmhqcTDYdRopgZtXY_RV5Gc_5P66iBaUS9SFiplgRTPRVyfTr-iimYkS1pGMp_LKiRvfv5zYYlh7dHGTt9ixQQaJvHtba7C3HfsqhfoR7klciCbYB4AIPbnaE_hG29vTzjWqv_g",
    key: "UECa5irVIZk2FQytPUbdCcGqRQISILQs9m7IdPgyvNM",
    passphrase: null,
  },
  {
    ciphertext:
      "AQEQCAIqikHbi3lWbL6rG7ZcbDdq8J5hrX7Tr8uDDhpQEo3MZZt3jMQ_l5ppHAMSDE-u-1sVbjhXyq40GfXNffKZGw-F12TL-3b8VB-I3rTzlnWOtkPgNwazJ1p7gqsVEwVlBEYfEOmY9Pwo_n6B2q4KewywkRaPvFcRI4L0T2b2MRaldQS1dM46BAoRq_DvAOyJKVH-SciRfUWkk5jIO5HDcbv_iAkN58vpeTVfu_FJBCpdQIfGTKRDz_Q2YwMUNnAUuDzH5SF_tq4vfHtcZien2SXj_fGvThngl1Y1jdbOrDzYaNcrqWoxtt8QSlFiSbHrUMZRfA9MFmstZ7kRkDc9P-8n40cevPlkXE7LzzemaRaCU6YKpAaEteZRJpsZXLc3SnHpmQli_V7BhiCJ8eU",
    key: "QobKA-84o6qNnRZnKQocGHBcVwHpK42CtLnPgLRYkzM",
    passphrase: "open sesame",
  },
];

test("a link of this release opens in every later one", async () => {
  const seen = { cost: "" };
  const seeing: Scrypt = (passphrase, salt, cost) => {
    seen.cost = JSON.stringify(cost);
    return inNode(passphrase, salt, cost);
  };
  for (const { ciphertext, key, passphrase } of kept)
    expect(await openShared(ciphertext, key, passphrase, seeing)).toBe("sk_test_not_a_real_key");
  expect(seen.cost).toBe('{"logN":16,"r":8,"p":2}');
});

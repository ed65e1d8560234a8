import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hotpCode, matchTotpStep, newTotpSecret, timedCode, totpCode, totpUri } from "@/lib/crypto/tokens/totp";
import { standard } from "@/lib/crypto/tokens/token-kind";
import { readSealedText, readTokenSecret, sealedText } from "@/lib/crypto/tokens/token-secret";
import { AppError, detailsOf } from "@/lib/errors";

// RFC 6238, appendix B: the ASCII digits 1234567890 repeated to the hash's length, here in base32.
const twentyBytes = "GEZDGNBVGY3TQOJQ".repeat(2);
const rfcSecrets = {
  sha1: twentyBytes,
  sha256: `${"GEZDGNBVGY3TQOJQ".repeat(3)}GEZA`,
  sha512: `${"GEZDGNBVGY3TQOJQ".repeat(6)}GEZDGNA`,
} as const;

/** RFC 4226 and 6238 with Node's HMAC alone. */
function codeByTheRfc(secret: Uint8Array, algorithm: string, seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** RFC 4648, section 6, without padding. */
function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

function refusalOf(text: string): AppError {
  try {
    readTokenSecret(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("codes", () => {
  // Codes of fewer digits are their last ones, since all are one number modulo a power of ten.
  test.each([
    [59, "94287082", "46119246", "90693936"],
    [1_111_111_109, "07081804", "68084774", "25091201"],
    [1_111_111_111, "14050471", "67062674", "99943326"],
    [1_234_567_890, "89005924", "91819424", "93441116"],
    [2_000_000_000, "69279037", "90698825", "38618901"],
    [20_000_000_000, "65353130", "77737706", "47863826"],
  ])("RFC 6238 appendix B at %i s", (seconds, ...codes) => {
    const ours = (["sha1", "sha256", "sha512"] as const).map(
      (algorithm) => (digits: number) =>
        timedCode({ ...standard, secret: rfcSecrets[algorithm], algorithm, digits }, seconds * 1000).code,
    );
    for (const digits of [6, 7, 8])
      expect(ours.map((codeOf) => codeOf(digits))).toEqual(codes.map((code) => code.slice(8 - digits)));
    expect(totpCode({ secret: twentyBytes, algorithm: "sha1" }, seconds * 1000).code).toBe(codes[0]?.slice(2));
  });

  test("RFC 4226 appendix D: the codes of the counters 0 to 9", () => {
    const token = readTokenSecret(`otpauth://hotp/x?secret=${twentyBytes}&counter=0`);
    expect(Array.from({ length: 10 }, (_, counter) => hotpCode(token, counter))).toEqual([
      "755224",
      "287082",
      "359152",
      "969429",
      "338314",
      "254676",
      "287922",
      "162583",
      "399871",
      "520489",
    ]);
  });

  // The intermediate values of the same appendix, of which 8 digits are the last 8 digits.
  test("RFC 4226 appendix D: 8 digits are those of its decimal values", () => {
    const token = { ...readTokenSecret(`otpauth://hotp/x?secret=${twentyBytes}`), digits: 8 };
    expect([0, 1, 2].map((counter) => hotpCode(token, counter))).toEqual(["84755224", "94287082", "37359152"]);
  });

  // Written down from a Python program, which makes Steam's codes with hmac and hashlib only.
  test.each([
    ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59, "PV9M4"],
    ["JBSWY3DPEHPK3PXP", 1_111_111_109, "CWDGV"],
    ["STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG", 3_000_030, "V7XPT"],
    ["KRSXG5CTMVRXEZLUKN2XAZLS", 1_700_000_000, "9QNV6"],
  ] as const)("Steam's code of %s at %i s", (secret, seconds, code) => {
    const token = readTokenSecret(`otpauth://steam/x?secret=${secret}`);
    expect(timedCode(token, seconds * 1000)).toEqual({ code, remainingSeconds: 30 - (seconds % 30) });
  });

  test("a token that follows a counter has no code of a time", () => {
    expect(() => timedCode(readTokenSecret(`otpauth://hotp/x?secret=${twentyBytes}`), 0)).toThrow(RangeError);
  });

  test.each([10, 30, 45, 60, 90, 120])(
    "a code of %i seconds stays that long, and is that of the RFC's steps",
    (period) => {
      const token = readTokenSecret(`otpauth://totp/x?secret=${twentyBytes}&period=${period}`);
      const start = period * 20_000_000;
      const codes = Array.from({ length: period }, (_, second) => timedCode(token, (start + second) * 1000));
      expect(codes.map(({ remainingSeconds }) => remainingSeconds)).toEqual(codes.map((_, second) => period - second));
      const asOfThirty = totpCode({ secret: twentyBytes, algorithm: "sha1" }, 20_000_000 * 30 * 1000).code;
      expect(new Set(codes.map(({ code }) => code))).toEqual(new Set([asOfThirty]));
      expect(timedCode(token, (start + period) * 1000).code).not.toBe(asOfThirty);
    },
  );

  test("any secret of 5 to 256 bytes at any time matches Node's HMAC", () => {
    const anyTime = fc.integer({ min: 0, max: 4_102_444_800 });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 5, maxLength: 256 }),
        fc.constantFrom("sha1", "sha256", "sha512"),
        anyTime,
        (bytes, algorithm, seconds) => {
          const { secret } = readTokenSecret(base32Of(bytes));
          expect(totpCode({ secret, algorithm }, seconds * 1000).code).toBe(codeByTheRfc(bytes, algorithm, seconds));
        },
      ),
      { numRuns: 1000 },
    );
  });

  // Printed by oathtool (OATH Toolkit) 2.6.7: oathtool --totp=HASH --base32 SECRET --now @SECONDS
  test.each([
    ["JBSWY3DPEHPK3PXP", "sha1", 59, "996554"],
    ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "sha1", 1_111_111_109, "081804"],
    ["NB2W45DFOIZA", "sha1", 2_000_000_000, "170198"],
    ["KRSXG5CTMVRXEZLUKN2XAZLS", "sha256", 1_700_000_000, "457260"],
    ["ORUGKIDROVUWG2ZAMJZG653OEBTG66A", "sha256", 1_893_456_000, "312504"],
    ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "sha512", 1_750_000_029, "253833"],
    ["AEBAGBAFAYDQQCIKBMGA2DQP", "sha512", 1_750_000_030, "482341"],
  ] as const)("oathtool prints the same for %s (%s) at %i s", (secret, algorithm, seconds, code) => {
    expect(
      totpCode(readTokenSecret(`otpauth://totp/x?${new URLSearchParams({ secret, algorithm })}`), seconds * 1_000).code,
    ).toBe(code);
  });

  test("a code has six digits, leading zeros included", () => {
    const token = readTokenSecret(twentyBytes);
    const codes = Array.from({ length: 2000 }, (_, step) => totpCode(token, step * 30_000).code);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  });

  test("a code stays for its 30 seconds, then changes; the remaining seconds count from 30 to 1", () => {
    const token = readTokenSecret(twentyBytes);
    const at = 1_200_000_000_000;
    expect(
      [0, 999, 1000, 15_000, 29_000, 29_999, 30_000].map((ms) => totpCode(token, at + ms).remainingSeconds),
    ).toEqual([30, 30, 29, 15, 1, 1, 30]);
    expect(totpCode(token, at + 29_999).code).toBe(totpCode(token, at).code);
    expect(totpCode(token, at + 30_000).code).not.toBe(totpCode(token, at).code);
  });
});

describe("secrets as people have them", () => {
  test.each<[string, string]>([
    ["lower case", twentyBytes.toLowerCase()],
    ["groups of four", twentyBytes.replace(/(.{4})/g, "$1 ")],
    ["dashes", twentyBytes.replace(/(.{4})(?=.)/g, "$1-")],
    ["spaces, tabs and line ends around", ` \t${twentyBytes}\r\n`],
    ["padding though none is due", `${twentyBytes}======`],
    ["a link", `otpauth://totp/Example:ada@example.com?secret=${twentyBytes}&issuer=Example`],
    [
      "a link with all that is usual spelt out",
      `otpauth://totp/ada?secret=${twentyBytes}&algorithm=SHA1&digits=6&period=30`,
    ],
    [
      "a link in odd case, spaces around and in its secret",
      ` OTPAUTH://TOTP/ada?secret=${twentyBytes.toLowerCase().replace(/(.{4})/g, "$1%20")} `,
    ],
  ])("%s is the same secret", (_, text) => {
    expect(readTokenSecret(text)).toEqual({ ...standard, secret: twentyBytes });
  });

  test.each([
    ["SHA1", "sha1"],
    ["sha256", "sha256"],
    ["SHA-256", "sha256"],
    ["SHA512", "sha512"],
  ])("a link's algorithm %s is %s", (written, algorithm) => {
    expect(readTokenSecret(`otpauth://totp/ada?secret=${twentyBytes}&algorithm=${written}`)).toEqual({
      ...standard,
      secret: twentyBytes,
      algorithm,
    });
  });

  test("unused last bits that are not zero change nothing", () => {
    // 10 characters are 50 bits, 48 of them used: the last character's two low bits mean nothing.
    const spellings = ["A", "B", "C", "D"].map((last) => `JBSWY3DPE${last}`);
    expect(new Set(spellings.map((text) => readTokenSecret(text).secret))).toEqual(new Set(["JBSWY3DPEA"]));
  });

  test("any bytes, in any of these forms, keep every bit", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 5, maxLength: 64 }),
        fc.boolean(),
        fc.constantFrom("", " ", "-"),
        (bytes, lower, gap) => {
          const text = base32Of(bytes).split("").join(gap);
          expect(readTokenSecret(lower ? text.toLowerCase() : text).secret).toBe(base32Of(bytes));
        },
      ),
    );
  });
});

describe("refused with a 400 on the field secret that never contains it", () => {
  test.each<[string, string, RegExp]>([
    ["nothing", "", /base32/],
    ["spaces", " - ", /base32/],
    ["padding alone", "====", /base32/],
    ["a digit outside base32", "JBSWY3DPEHPK3PX1", /base32/],
    ["padding in the middle", "JBSWY3DP=EHPK3PXP", /base32/],
    ["a letter that only becomes I in capitals", "JBSWY3DPEHPK3PX\u0131", /base32/],
    ["a letter that only becomes SS in capitals", "JBSWY3DPEHPK3P\u00df", /base32/],
    ["a code in place of the secret", "492039", /base32/],
    ["a character missing", "JBSWY3DPEHPK3PXPJ", /wrong length/],
    ["three characters over", "JBSWY3DPEHPK3PXPJBS", /wrong length/],
    ["six characters over", "JBSWY3DPEHPK3PXPJBSWY3", /wrong length/],
    ["four bytes", "JBSWY3A", /too short.*at least 8/],
    ["257 bytes", base32Of(new Uint8Array(257)), /too long.*256/],
    ["another type", `otpauth://yandex/ada?secret=${twentyBytes}`, /otpauth:\/\/hotp\//],
    ["a link without its type", `otpauth:${twentyBytes}`, /otpauth:\/\/totp\//],
    ["5 digits", `otpauth://totp/ada?secret=${twentyBytes}&digits=5`, /digits must be 6, 7 or 8/],
    ["9 digits of a counter", `otpauth://hotp/ada?secret=${twentyBytes}&digits=9`, /digits must be 6, 7 or 8/],
    ["6.5 digits", `otpauth://totp/ada?secret=${twentyBytes}&digits=6.5`, /digits must be 6, 7 or 8/],
    ["9 seconds", `otpauth://totp/ada?secret=${twentyBytes}&period=9`, /period must be 10 to 120 seconds/],
    ["121 seconds", `otpauth://totp/ada?secret=${twentyBytes}&period=121`, /period must be 10 to 120 seconds/],
    ["no seconds", `otpauth://totp/ada?secret=${twentyBytes}&period=`, /period must be 10 to 120 seconds/],
    ["a counter below zero", `otpauth://hotp/ada?secret=${twentyBytes}&counter=-1`, /counter must be a whole number/],
    ["a counter too high", `otpauth://hotp/ada?secret=${twentyBytes}&counter=2000000001`, /at most 2000000000/],
    ["Steam by another hash", `otpauth://steam/ada?secret=${twentyBytes}&algorithm=SHA256`, /SHA1 for Steam/],
    ["Steam of another period", `otpauth://steam/ada?secret=${twentyBytes}&period=60`, /30 for Steam/],
    ["another hash", `otpauth://totp/ada?secret=${twentyBytes}&algorithm=MD5`, /SHA1, SHA256 or SHA512/],
    ["a link without a secret", "otpauth://totp/ada?issuer=Example", /no secret/],
    ["a link with an empty secret", "otpauth://totp/ada?secret=", /no secret/],
    ["a link with a broken secret", "otpauth://totp/ada?secret=JBSWY3DPEHPK3PX1", /base32/],
    ["an unreadable link", "otpauth://[totp/ada?secret=JBSWY3DPEHPK3PXP", /not a readable/],
    ["another link", `https://totp/ada?secret=${twentyBytes}`, /base32/],
  ])("%s", (_, text, told) => {
    const refusal = refusalOf(text);
    expect([refusal.status, refusal.code, detailsOf(refusal, "VALIDATION_ERROR")?.map(({ path }) => path)]).toEqual([
      400,
      "VALIDATION_ERROR",
      ["secret"],
    ]);
    expect(refusal.message).toMatch(told);
    expect(refusal.message).not.toMatch(/JBSWY3|GEZDGN|AAAAAAAA|492039/);
  });

  test("any text is either a secret that makes codes or such a 400", () => {
    const nearly = fc.string({ unit: fc.constantFrom(..."ABC234567abc -=:/?&otpauth1089"), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 40 }),
          nearly,
          nearly.map((text) => `otpauth://totp/${text}`),
          fc
            .tuple(fc.constantFrom("totp", "hotp", "steam"), fc.nat(10), fc.nat(130), fc.nat(9))
            .map(
              ([type, digits, period, counter]) =>
                `otpauth://${type}/x?secret=${twentyBytes}&digits=${digits}&period=${period}&counter=${counter}`,
            ),
        ),
        (text) => {
          let parsed;
          try {
            parsed = readTokenSecret(text);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            return;
          }
          const code = parsed.type === "hotp" ? hotpCode(parsed, parsed.counter ?? 0) : timedCode(parsed, 0).code;
          expect(code).toMatch(parsed.type === "steam" ? /^[2-9B-DF-HJKMNP-RTV-Y]{5}$/ : /^\d{6,8}$/);
          expect(code).toHaveLength(parsed.digits);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("the step of a code", () => {
  const token = { secret: twentyBytes, algorithm: "sha1" } as const;
  // RFC 6238, appendix B: 1111111109 s gives 07081804, of which the last 6 digits count.
  const second = 1_111_111_109;
  const step = Math.floor(second / 30);

  test("is the RFC's, at its second and one step before or after, and at no other", () => {
    for (const [steps, expected] of [
      [-2, null],
      [-1, step],
      [0, step],
      [1, step],
      [2, null],
    ] as const)
      expect(matchTotpStep(token, "081804", (second + steps * 30) * 1000)).toBe(expected);
  });

  test("is null for a text that is not a code", () => {
    for (const text of ["", "81804", "0081804", "08180４", " 081804", "abcdef", "08180\n"])
      expect(matchTotpStep(token, text, second * 1000)).toBeNull();
  });
});

test("a new secret has 160 bits, and its link is parsed back to it", () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(readTokenSecret(totpUri({ secret, issuer: "A vault & more", account: "ada+x@example.com" }))).toEqual({
      ...standard,
      secret,
    });
  }
});

test("a link may have spaces around it; a secret may have the maximum length, and no more", () => {
  const secret = twentyBytes;
  expect(readTokenSecret(` \n otpauth://totp/ada?secret=${secret} `)).toEqual({ ...standard, secret });
  expect(refusalOf(`x otpauth://totp/ada?secret=${secret}`).message).toMatch(/must be base32/);
  const longest = base32Of(new Uint8Array(256).fill(7));
  expect(readTokenSecret(longest).secret).toBe(longest);
  expect(refusalOf(base32Of(new Uint8Array(257).fill(7))).message).toMatch(/at most 256 bytes/);
});

describe("the sealed text", () => {
  test("of the usual kind is what older releases sealed, letter by letter", () => {
    expect(sealedText(readTokenSecret(`otpauth://totp/x?secret=${twentyBytes}&algorithm=SHA256`))).toBe(
      `{"secret":"${twentyBytes}","algorithm":"sha256"}`,
    );
    expect(readSealedText(`{"secret":"${twentyBytes}","algorithm":"sha1"}`)).toEqual({
      ...standard,
      secret: twentyBytes,
    });
  });

  test("of any kind holds all of it, and is the same for a link and for fields", () => {
    const kinds = fc.record({
      type: fc.constantFrom("totp", "hotp"),
      algorithm: fc.constantFrom("SHA1", "SHA256", "SHA512"),
      digits: fc.integer({ min: 6, max: 8 }),
      period: fc.integer({ min: 10, max: 120 }),
    });
    fc.assert(
      fc.property(kinds, ({ type, algorithm, digits, period }) => {
        const asLink = `otpauth://${type}/x?${new URLSearchParams({ secret: twentyBytes, algorithm, digits: `${digits}`, period: `${period}` })}`;
        const { counter, ...token } = readTokenSecret(asLink);
        expect(counter).toBe(type === "hotp" ? 0 : undefined);
        expect(readSealedText(sealedText(token))).toEqual(token);
        expect(readTokenSecret(twentyBytes, { type, algorithm, digits, period })).toEqual(token);
        expect(token).toMatchObject({ type, digits, period: type === "hotp" ? null : period });
      }),
    );
    const steam = readTokenSecret(`otpauth://totp/Steam:ada?secret=${twentyBytes}&encoder=steam&digits=6`);
    expect(steam).toEqual({ ...standard, type: "steam", digits: 5, secret: twentyBytes });
    expect(readSealedText(sealedText(steam))).toEqual(steam);
    expect(readTokenSecret(twentyBytes, { type: "steam" })).toEqual(steam);
  });
});

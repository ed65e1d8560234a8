import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createVault, sealedUnder, type SealContext, UnopenableError } from "@/lib/crypto/sealing/vault";

const place = {
  table: "KeyEntry",
  field: "encryptedValue",
  rowId: "row-1",
  userId: "user-1",
} as const satisfies SealContext;
const aVault = (...keys: string[]) =>
  createVault(parseKeyRing((keys.length > 0 ? keys : [newMasterKeyText()]).join("\n")));

const wellFormedText = fc.string({ unit: "binary", maxLength: 300 });
/** A lone half of a UTF-16 pair. */
const loneSurrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));

describe("a sealed text opens to exactly the same text", () => {
  test("any well-formed text", () => {
    const vault = aVault();
    fc.assert(
      fc.property(wellFormedText, fc.constantFrom("steps", "padme"), (text, padding) => {
        const context: SealContext = { ...place, padding };
        expect(vault.open(vault.seal(text, context), context)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("in any place", () => {
    const vault = aVault();
    const word = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(fc.record({ table: word, field: word, rowId: word, userId: word }), (context) => {
        expect(vault.open(vault.seal("not a real secret", context), context)).toBe("not a real secret");
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    "",
    "\0",
    "a\0b\0",
    "\uFEFFafter a byte order mark",
    "line\r\nline\n",
    "\u0000\uFFFF\u{10FFFF}",
    "e\u0301 is not \u00e9",
  ])("%j, byte for byte", (text) => {
    const vault = aVault();
    expect(vault.open(vault.seal(text, place), place)).toBe(text);
  });

  test.each([
    ["256 KiB", 256 * 1024],
    ["1 MiB", 1024 * 1024],
  ])("%s of text", (_, bytes) => {
    const vault = aVault();
    const text = "k€y\0\n".repeat(bytes / 8).padEnd((bytes / 8) * 5 + (bytes % 8), "x");
    for (const padding of ["steps", "padme"] as const) {
      const context: SealContext = { ...place, padding };
      expect(vault.open(vault.seal(text, context), context) === text).toBe(true);
    }
  });

  test("a view into a larger buffer opens like the value itself, as a database driver may return it", () => {
    const vault = aVault();
    const sealed = vault.seal("not a real secret", place);
    const larger = new Uint8Array(sealed.length + 20).fill(7);
    larger.set(sealed, 10);
    expect(vault.open(larger.subarray(10, 10 + sealed.length), place)).toBe("not a real secret");
  });
});

describe.each([1, 2] as const)("anything that differs from a value sealed in form %i is refused", (form) => {
  const vault = aVault();
  vault.sealIn(form);
  const sealed = vault.seal("not a real secret", place);
  const refused = (bytes: Uint8Array, context: SealContext = place) => {
    expect(() => vault.open(bytes, context)).toThrow(UnopenableError);
  };

  test("any one bit changed, at every position", () => {
    for (let at = 0; at < sealed.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const damaged = sealed.slice();
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        refused(damaged);
      }
    }
    expect(vault.open(sealed, place)).toBe("not a real secret");
  });

  test("any one byte removed or doubled, at every position", () => {
    for (let at = 0; at < sealed.length; at += 1) {
      refused(Uint8Array.from([...sealed.subarray(0, at), ...sealed.subarray(at + 1)]));
      refused(Uint8Array.from([...sealed.subarray(0, at + 1), ...sealed.subarray(at)]));
    }
  });

  test("cut short anywhere, from either end, down to nothing", () => {
    for (let at = 0; at < sealed.length; at += 1) {
      refused(sealed.subarray(0, at));
      refused(sealed.subarray(sealed.length - at));
    }
  });

  test("extended, by zeros, by itself or by anything", () => {
    refused(Uint8Array.from([...sealed, ...sealed]));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (more) => {
        refused(Uint8Array.from([...sealed, ...more]));
        refused(Uint8Array.from([...more, ...sealed]));
      }),
      { numRuns: 300 },
    );
  });

  test("any other bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        refused(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[string, Partial<SealContext>]>([
    ["user", { userId: "user-2" }],
    ["row", { rowId: "row-2" }],
    ["table", { table: "EnvFile" }],
    ["field", { field: "encryptedContent" }],
  ])("moved to another %s", (_, elsewhere) => {
    refused(sealed, { ...place, ...elsewhere });
  });

  test("moved to a place whose names look the same only when joined", () => {
    const context = { table: "a", field: "bc", rowId: "d", userId: "" };
    const value = vault.seal("not a real secret", context);
    for (const other of [
      { ...context, table: "ab", field: "c" },
      { ...context, field: "b", rowId: "cd" },
      { ...context, rowId: "", userId: "d" },
    ])
      refused(value, other);
  });

  test("relabelled with another version", () => {
    for (const version of [0, 1, 2, 3, 255].filter((other) => other !== form)) refused(sealed.with(0, version));
  });

  test("relabelled with another key id, though the ring holds that key", () => {
    const other = newMasterKeyText();
    const both = aVault(newMasterKeyText(), other);
    const value = both.seal("not a real secret", place);
    value.set(Buffer.from(aVault(other).sealingKeyId, "hex"), 1);
    expect(() => both.open(value, place)).toThrow(UnopenableError);
  });

  test("text with a lone surrogate is not sealed, since it would change", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 10 }),
        loneSurrogate,
        fc.string({ unit: "grapheme-ascii", maxLength: 10 }),
        (before, half, after) => {
          expect(() => vault.seal(before + half + after, place)).toThrow(RangeError);
        },
      ),
    );
  });
});

describe("what a sealed value reveals", () => {
  test("two seals of one text share only version and key id", () => {
    const vault = aVault();
    const seals = Array.from({ length: 200 }, () => vault.seal("not a real secret", place));
    const distinct = (from: number, to: number) =>
      new Set(seals.map((sealed) => Buffer.from(sealed.subarray(from, to)).toString("hex"))).size;
    // version and key id | salt | nonce | ciphertext | tag
    expect([distinct(0, 9), distinct(9, 25), distinct(25, 37), distinct(37, 101), distinct(101, 117)]).toEqual([
      1, 200, 200, 200, 200,
    ]);
  });

  test("a value's length reveals no more than its 64-byte bucket", () => {
    const vault = aVault();
    const overhead = 1 + 8 + 24 + 16;
    const lengthOf = (bytes: number) => vault.seal("x".repeat(bytes), place).length - overhead;
    expect([0, 1, 59, 60].map(lengthOf)).toEqual([64, 64, 64, 64]);
    expect([61, 124, 125].map(lengthOf)).toEqual([128, 128, 192]);
    for (let bytes = 0; bytes <= 1000; bytes += 1) expect(lengthOf(bytes)).toBe(Math.ceil((bytes + 4) / 64) * 64);
  });

  test("a file's length reveals no more than its Padmé size", () => {
    const vault = aVault();
    const lengths = new Set(
      Array.from(
        { length: 1000 },
        (_, more) => vault.seal("x".repeat(98_400 + more), { ...place, padding: "padme" }).length,
      ),
    );
    expect([...lengths]).toEqual([100_352 + 1 + 8 + 24 + 16]);
  });
});

describe("the key ring", () => {
  test("the first key seals, all open", () => {
    const [older, newer] = [newMasterKeyText(), newMasterKeyText()];
    const before = aVault(older);
    const after = aVault(newer, older);
    expect(after.open(before.seal("not a real secret", place), place)).toBe("not a real secret");
    const sealed = after.seal("not a real secret", place);
    expect(aVault(newer).open(sealed, place)).toBe("not a real secret");
    expect(() => before.open(sealed, place)).toThrow(UnopenableError);
    expect([after.sealingKeyId, after.keyIds]).toEqual([
      aVault(newer).sealingKeyId,
      [aVault(newer).sealingKeyId, before.sealingKeyId],
    ]);
  });

  test("each error looks the same, whatever the reason, and contains nothing of the value", () => {
    const vault = aVault();
    const sealed = vault.seal("not a real secret", place);
    const reasons = [
      () => vault.open(sealed, { ...place, userId: "user-2" }),
      () => vault.open(sealed.with(60, (sealed[60] ?? 0) ^ 1), place),
      () => vault.open(sealed.subarray(0, 5), place),
      () => vault.open(sealed.with(0, 9), place),
      () => aVault().open(sealed, place),
    ];
    const told = reasons.map((open) => {
      try {
        return open();
      } catch (error) {
        return error instanceof Error ? [error.name, error.message, JSON.stringify(error)] : error;
      }
    });
    expect(new Set(told.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(["UnopenableError", "The stored value can't be opened", '{"name":"UnopenableError"}'])]),
    );
  });
});

test.each([
  [1, 53],
  [2, 49],
] as const)(
  "the id of a value's key, and its form %i, can be read without opening it, and are null for anything else",
  (version, least) => {
    const vault = aVault();
    vault.sealIn(version);
    const sealed = vault.seal("not a real secret", place);
    const under = { keyId: vault.sealingKeyId, version };
    expect(sealedUnder(sealed)).toEqual(under);
    expect(sealedUnder(sealed.subarray(0, least))).toEqual(under);
    for (const none of [new Uint8Array(), sealed.subarray(0, least - 1), sealed.with(0, 0), sealed.with(0, 3)])
      expect(sealedUnder(none)).toBeNull();
  },
);

test("the reason why a value could not be opened is the error's cause", () => {
  const vault = aVault();
  const causeOf = (bytes: Uint8Array) => {
    try {
      return vault.open(bytes, place);
    } catch (error) {
      return String((error as Error).cause);
    }
  };
  expect([
    causeOf(Uint8Array.of(1, 0, 0, 0, 0)),
    causeOf(vault.seal("x", place).with(0, 3)),
    causeOf(aVault().seal("x", place)),
  ]).toEqual([
    "RangeError: sealed value too short",
    "RangeError: sealed value of an unknown version",
    "RangeError: sealed under a key that the ring does not hold",
  ]);
});

test("a stream is sealed under the first key and opened by any, like a value", async () => {
  const [older, newer] = [newMasterKeyText(), newMasterKeyText()];
  async function* plain() {
    yield Buffer.from("not a real secret");
  }
  const sealed: Buffer[] = [];
  for await (const part of aVault(older).sealStream(plain())) sealed.push(part);
  async function* kept() {
    yield* sealed;
  }
  const opened: Buffer[] = [];
  for await (const part of aVault(newer, older).openStream(kept())) opened.push(part);
  expect([Buffer.concat(sealed).includes("not a real"), Buffer.concat(opened).toString()]).toEqual([
    false,
    "not a real secret",
  ]);
});

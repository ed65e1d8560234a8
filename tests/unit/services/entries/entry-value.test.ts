import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type KeyType, keyTypes } from "@/lib/contracts/primitives";
import { AppError, detailsOf } from "@/lib/errors";
import { checkEntryValue, readGroup } from "@/lib/services/entries/entry-value";

function refusalOf(keyType: KeyType, value: string): AppError {
  try {
    checkEntryValue(keyType, value);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("accepted");
}

const anyText = fc.string({ unit: "binary", maxLength: 200 });
const fieldName = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
  .filter((name) => !["__proto__", "constructor", "prototype"].includes(name));
const group = fc.uniqueArray(fc.tuple(fieldName, anyText), { minLength: 1, maxLength: 12, selector: ([name]) => name });

describe("simple", () => {
  test("any text is a value, including JSON and keys, and has no field names", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(checkEntryValue("simple", text)).toBeNull();
      }),
    );
    for (const text of ["{", '{"A":"1"}', "\0", "-----BEGIN PRIVATE KEY-----"])
      expect(checkEntryValue("simple", text)).toBeNull();
  });
});

describe("group", () => {
  test("any fields are returned with their names in order and their exact values", () => {
    fc.assert(
      fc.property(group, (fields) => {
        const text = JSON.stringify(Object.fromEntries(fields));
        expect(checkEntryValue("group", text)).toEqual(fields.map(([name]) => name));
        expect(Object.entries(readGroup(text))).toEqual(fields);
      }),
      { numRuns: 500 },
    );
  });

  test("a field that appears twice is refused by name, however it is escaped; one that is already stored can be read", () => {
    for (const text of ['{"A":"1","A":"2"}', '{"A":"1","B":"","\\u0041" : "1"}']) {
      expect(refusalOf("group", text)).toMatchObject({ status: 400, message: "value: has the field A more than once" });
      expect(Object.keys(readGroup(text))).toContain("A");
    }
  });

  test("with any spacing and escaping of the JSON", () => {
    expect(Object.entries(readGroup('\n{ "Z" : "1\\n2" ,\t"A":"\\u00e9", "_":"" }\n'))).toEqual([
      ["Z", "1\n2"],
      ["A", "é"],
      ["_", ""],
    ]);
  });

  test("a field's value may be empty, contain NUL, or look like anything else", () => {
    expect(readGroup('{"A":"","B":"\\u0000","C":"{}","D":"null"}')).toEqual({ A: "", B: "\0", C: "{}", D: "null" });
  });

  const expected =
    'value: must be a JSON-encoded object of variable name to string for a group category, such as {"USER":"ada"}';
  test.each<[string, string, string]>([
    ["plain text", "s3cret", expected],
    ["a cut object", '{"A":"s3cret"', expected],
    ["an array", '["s3cret"]', expected],
    ["a string", '"s3cret"', expected],
    ["null", "null", expected],
    ["a number", "7", expected],
    ["an empty object", "{}", "value: must have at least one field"],
    ["a number in a field", '{"A":1}', "value: has a field, A, that is not a string"],
    ["null in a field", '{"A":null}', "value: has a field, A, that is not a string"],
    ["an object in a field", '{"A":{"B":"s3cret"}}', "value: has a field, A, that is not a string"],
    ["a list in a field", '{"A":["s3cret"]}', "value: has a field, A, that is not a string"],
    ["a later field that is wrong", '{"A":"s3cret","B":true}', "value: has a field, B, that is not a string"],
    [
      "half of a pair in a value",
      '{"A":"\\ud800s3cret"}',
      "value: has a field, A, that holds a lone surrogate, which can't be stored exactly",
    ],
    ["__proto__", '{"__proto__":"s3cret"}', "value: must not have a field named __proto__"],
    ["__proto__ in escapes", '{"\\u005f_proto__":"s3cret"}', "value: must not have a field named __proto__"],
    ["constructor", '{"A":"s3cret","constructor":"x"}', "value: must not have a field named constructor"],
    ["prototype", '{"prototype":"x"}', "value: must not have a field named prototype"],
  ])("%s is refused, with what is expected", (_, value, told) => {
    const refusal = refusalOf("group", value);
    expect([refusal.status, refusal.code, refusal.message, detailsOf(refusal, "VALIDATION_ERROR")?.[0]?.path]).toEqual([
      400,
      "VALIDATION_ERROR",
      told,
      "value",
    ]);
  });

  test.each(["", " ", "1A", "A B", "A-B", "A.B", "Ä", "A\n", "A=B", "\u0000", "\ud800", "n".repeat(201)])(
    "%j is not a field name, and the message does not repeat it: it may be a value on the wrong side",
    (name) => {
      const { message } = refusalOf("group", JSON.stringify({ [name]: "x" }));
      expect(message).toBe(
        "value: has a field whose name is not a valid variable name: letters, digits and _, not starting with a digit",
      );
    },
  );

  test("a name has at most 200 characters", () => {
    expect(checkEntryValue("group", JSON.stringify({ ["n".repeat(200)]: "" }))).toEqual(["n".repeat(200)]);
  });

  test("reading it touches no prototype", () => {
    const read = readGroup('{"toString":"x","hasOwnProperty":"y"}');
    expect(Object.entries(read)).toEqual([
      ["toString", "x"],
      ["hasOwnProperty", "y"],
    ]);
  });
});

describe("json", () => {
  test("any JSON document is a value, whatever its top level is, and has no field names", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(checkEntryValue("json", JSON.stringify(value, null, indent))).toBeNull();
      }),
    );
    for (const text of ['{"__proto__":1}', '{"a":1,"a":2}', " null\n", "[".repeat(50_000) + "]".repeat(50_000)])
      expect(checkEntryValue("json", text)).toBeNull();
  });

  test.each([
    ["a word", "s3cret"],
    ["a cut document", '{"s3cret":'],
    ["YAML", "s3cret: 1"],
    ["single quotes", "{'s3cret':1}"],
    ["spaces", "  "],
    ["a byte order mark", "\uFEFF{}"],
  ])("%s is refused", (_, value) => {
    expect(refusalOf("json", value).message).toBe("value: must be a JSON document for a category of type json");
  });
});

describe("ssh", () => {
  const pkcs8 = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const pkcs1 = generateKeyPairSync("rsa", { modulusLength: 1024 })
    .privateKey.export({ format: "pem", type: "pkcs1" })
    .toString();
  const sec1 = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "pem", type: "sec1" })
    .toString();
  const encrypted = generateKeyPairSync("ed25519")
    .privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "not-a-real-passphrase" })
    .toString();
  const openssh = [
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    Buffer.from("openssh-key-v1\0, not a real key").toString("base64"),
    "-----END OPENSSH PRIVATE KEY-----",
    "",
  ].join("\n");
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();

  test.each([
    ["PKCS 8", pkcs8],
    ["PKCS 1", pkcs1],
    ["SEC 1", sec1],
    ["encrypted PKCS 8", encrypted],
    ["OpenSSH's own form", openssh],
  ])("%s is a value, with either line end and with space around it", (_, key) => {
    for (const text of [key, key.trim(), key.replaceAll("\n", "\r\n"), `\n ${key}\n`])
      expect(checkEntryValue("ssh", text)).toBeNull();
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["a public key", publicKey],
    ["a public key of one line", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAInotreal ada@example.com"],
    ["the first line alone", pkcs8.split("\n")[0] ?? ""],
    ["both lines with nothing between", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----"],
    ["a key cut off", pkcs8.slice(0, -30)],
    ["two labels that differ", pkcs8.replace("END PRIVATE", "END RSA PRIVATE")],
    ["a key folded to one line", pkcs8.replaceAll("\n", " ")],
    ["line ends written as \\n", pkcs8.replaceAll("\n", "\\n")],
    ["text before the key", `my key:\n${pkcs8}`],
    ["a PuTTY key", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAA"],
    ["a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
  ])("%s is refused", (_, value) => {
    expect(refusalOf("ssh", value).message).toBe(
      "value: must be a private key in PEM or OpenSSH form for a category of type ssh (-----BEGIN … PRIVATE KEY-----)",
    );
  });
});

test("anything sent for any type is accepted, or gets a 400 that repeats no word of the value", () => {
  // With a slash, so that it is not a field name: those are metadata and may be named.
  const marker = "Zm9yZ2V0/dGFibGU";
  const around = fc.string({ unit: fc.constantFrom(...'{}[]":, \\nABud800'), maxLength: 40 });
  fc.assert(
    fc.property(fc.constantFrom(...keyTypes), around, around, (keyType, before, after) => {
      try {
        checkEntryValue(keyType, before + marker + after);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ status: 400, message: expect.not.stringContaining(marker) });
      }
    }),
    { numRuns: 2000 },
  );
});

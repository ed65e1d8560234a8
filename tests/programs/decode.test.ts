import { spawnSync } from "node:child_process";
import { hkdfSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createVault, type SealContext } from "@/lib/crypto/sealing/vault";
import { projectRoot } from "../support/vaults/server";

let folder: string;
let keyFile: string;
const masterKey = newMasterKeyText();
const vault = createVault(parseKeyRing(masterKey));
const place: SealContext = {
  table: "KeyEntry",
  field: "encryptedValue",
  rowId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
  userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
};

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vault-decode-"));
  keyFile = path.join(folder, "master.key");
  // As after a rotation: the sealing key comes after a newer one.
  writeFileSync(keyFile, `# first the newest\n${newMasterKeyText()}\n${masterKey}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of docs/decode.py for a sealed value, with Python and OpenSSL only. */
function decode(sealed: Uint8Array, { table, field, rowId, userId }: SealContext, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(
    "python3",
    [path.join(projectRoot, "docs/decode.py"), keyFile, table, field, rowId, userId],
    { input: sealed, env },
  );
  if (error)
    throw new Error("python3 is needed: it proves that stored values open without the vault's code", { cause: error });
  return { status, text: stdout.toString("utf8"), complaint: stderr.toString("utf8") };
}

describe.each([1, 2] as const)(
  "a decoder that shares no code with the vault opens what is sealed in form %i:",
  (form) => {
    beforeAll(() => vault.sealIn(form));
    test.each([
      ["a short value", "sk_test_not_a_real_key"],
      ["one byte", "x"],
      ["every kind of character", "ü € 😀 \u0000 \r\n end"],
      ["more than a block of each", "line\n".repeat(2_000)],
    ])("%s", (_, text) => {
      expect(decode(vault.seal(text, place), place)).toEqual({ status: 0, text, complaint: "" });
      const file = { ...place, table: "EnvFile", field: "encryptedContent", padding: "padme" as const };
      expect(decode(vault.seal(text, file), file)).toEqual({ status: 0, text, complaint: "" });
    });

    test("and shows other users of the machine no key but the value's own", () => {
      const [programs, shown] = [mkdtempSync(path.join(folder, "programs-")), path.join(folder, `shown-${form}`)];
      writeFileSync(
        path.join(programs, "openssl"),
        '#!/bin/sh\necho "$@" >> "$SHOWN"\nPATH="${PATH#*:}"\nexec openssl "$@"\n',
        { mode: 0o755 },
      );
      const env = { ...process.env, PATH: `${programs}:${process.env.PATH ?? ""}`, SHOWN: shown };
      expect(decode(vault.seal("sk_test_not_a_real_key", place), place, env).status).toBe(0);
      const keys = readFileSync(shown, "utf8").matchAll(/-K ([0-9a-f]{64})/g);
      const own = [...new Set([...keys].map(([, key]) => key))];
      expect(own).toHaveLength(1);
      const ofAll = ["seal", "seal-xaes"].map((purpose) =>
        Buffer.from(hkdfSync("sha256", Buffer.from(masterKey, "base64"), "", `svc/v1/${purpose}`, 32)).toString("hex"),
      );
      expect(ofAll).not.toContain(own[0]);
    });

    test("but none sealed for another row, and none with a changed bit", () => {
      const sealed = vault.seal("sk_test_not_a_real_key", place);
      const refused = { status: 1, text: "", complaint: expect.stringContaining("sealed for another place") as string };
      expect(decode(sealed, { ...place, rowId: place.userId })).toEqual(refused);
      const damaged = Uint8Array.from(sealed);
      damaged[60] = (damaged[60] ?? 0) ^ 1;
      expect(decode(damaged, place)).toEqual(refused);
    });
  },
);

test.each(["form 1", "form 2"])("the vault and the decoder both open the test vector in SECURITY.md, %s", (form) => {
  const page = readFileSync(path.join(projectRoot, "SECURITY.md"), "utf8");
  const cell = (name: string) => new RegExp(`\\| ${name}[^|]*\\| \`([^\`]+)\` \\|`).exec(page)?.[1] ?? "";
  const written = { table: "KeyEntry", field: "encryptedValue", rowId: "row-1", userId: "user-1" };
  const sealed = Buffer.from(cell(`sealed, ${form}`), "hex");
  expect(createVault(parseKeyRing(cell("master key \\(base64\\)"))).open(sealed, written)).toBe(cell("plain text"));
  writeFileSync(keyFile, cell("master key \\(base64\\)"));
  expect(decode(sealed, written)).toEqual({ status: 0, text: cell("plain text"), complaint: "" });
});

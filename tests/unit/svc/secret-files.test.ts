import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportValues } from "../../../packages/svc/src/commands/export";
import { importFile } from "../../../packages/svc/src/commands/import";
import { login } from "../../../packages/svc/src/commands/login";
import { settingsFrom } from "../../../packages/svc/src/settings";
import { callOf } from "../../support/programs/svc-call";

function aFile(name: string, content: string | Uint8Array) {
  const folder = mkdtempSync(path.join(tmpdir(), "secret-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const url = "https://vault.example.com";
const noSuch = (option: string) =>
  `The file that ${option} names can't be read (ENOENT). Give a file's path: a relative one starts from the folder where svc was run.`;

test("an access key in the place of its file's name is not printed", async () => {
  const key = `svc_${"not-a-real-key".padEnd(43, "x")}`;
  expect(() => settingsFrom({ url, "key-file": key })).toThrow(noSuch("--key-file"));
  expect(() => settingsFrom({ url, "key-file": path.resolve(key) })).toThrow(noSuch("--key-file"));
  expect((await callOf(login, { flags: { url, "key-file": key } as never })).said).toBe(noSuch("--key-file"));
  process.env.SVC_ACCESS_KEY_FILE = key;
  onTestFinished(() => void Reflect.deleteProperty(process.env, "SVC_ACCESS_KEY_FILE"));
  expect(() => settingsFrom({ url })).toThrow(noSuch("SVC_ACCESS_KEY_FILE"));
});

test("nor is an identity, nor a passphrase", async () => {
  const forKey = aFile("vault.age", "age-encryption.org/v1\n-> X25519 not-real\n");
  const forPassphrase = aFile("vault.age", "age-encryption.org/v1\n-> scrypt not-real 18\n");
  const [identity, passphrase] = ["AGE-SECRET-KEY-1NOTREAL", "five words are easily kept"];
  expect(await callOf(importFile, { args: [forKey], flags: { identity } })).toMatchObject({
    code: 2,
    said: noSuch("--identity"),
  });
  for (const ended of [
    await callOf(importFile, { args: [forPassphrase], flags: { "passphrase-file": passphrase } }),
    await callOf(exportValues, { flags: { everything: true, "passphrase-file": passphrase } }),
  ])
    expect(ended).toMatchObject({ code: 2, said: noSuch("--passphrase-file") });
});

test("what is wrong with a secret's file is told by the option alone", async () => {
  const forKey = aFile("vault.age", "age-encryption.org/v1\n-> X25519 not-real\n");
  const faultOf = async (identity: string) => (await callOf(importFile, { args: [forKey], flags: { identity } })).said;
  expect(await faultOf(path.dirname(forKey))).toBe("The file that --identity names can't be read (EISDIR).");
  expect(await faultOf(aFile("key", new Uint8Array([0xff])))).toBe("The file that --identity names is not UTF-8 text.");
  expect(await faultOf(aFile("key", "# created\n"))).toBe(
    "The file that --identity names has no line with AGE-SECRET-KEY-….",
  );
});

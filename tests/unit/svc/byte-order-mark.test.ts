import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newPassphrase } from "../../../packages/svc/src/transfer/sealing";
import { readExpected } from "../../../packages/svc/src/variables/expected-names";

const mark = "\uFEFF";

test("the mark that some editors put before a text is no part of a passphrase", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "marked-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "passphrase.txt");
  writeFileSync(file, `${mark}five words are easily kept\r\n`);
  expect(await newPassphrase({ "passphrase-file": file })).toBe("five words are easily kept");
});

test.each([
  ["env.schema.json", '{ "properties": { "API_KEY": {} }, "required": ["API_KEY"] }'],
  [".env.example", "API_KEY=\n"],
])("nor of the first name that %s expects", (file, text) => {
  expect(readExpected(file, mark + text)).toEqual(readExpected(file, text));
  expect([...readExpected(file, mark + text).required]).toEqual(["API_KEY"]);
});

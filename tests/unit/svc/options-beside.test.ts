import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportValues } from "../../../packages/svc/src/commands/export";
import { history } from "../../../packages/svc/src/commands/history";
import { importFile } from "../../../packages/svc/src/commands/import";
import { init } from "../../../packages/svc/src/commands/init";
import { mv } from "../../../packages/svc/src/commands/mv";
import { restore } from "../../../packages/svc/src/commands/restore";
import { share } from "../../../packages/svc/src/commands/share";
import { tools } from "../../../packages/svc/src/mcp/tools";
import { callOf } from "../../support/programs/svc-call";

/*
 * An option that would be ignored beside the others is wrong usage, whatever the vault has: whoever gives it expects it to
 * count. These vaults answer nothing, so that a request fails the test.
 */

function aFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "options-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  [{ recipient: "age1none" }, "--recipient"],
  [{ passphrase: true }, "--passphrase"],
  [{ "passphrase-file": "words" }, "--passphrase-file"],
  [{ plain: true }, "--plain"],
])("svc export seals nothing but everything: without --everything, %j is wrong usage", async (flags, named) => {
  const output = path.join(aFolder(), "out");
  expect(await callOf(exportValues, { flags: { ...flags, output } })).toEqual({
    code: 2,
    said: `${named} goes with --everything: other exports are not sealed.`,
    stdout: "",
    stderr: "",
  });
  expect(existsSync(output)).toBe(false);
});

test.each([
  [{ project: "billing" }, "--project"],
  [{ env: "production" }, "--env"],
  [{ files: true }, "--files"],
  [{ local: true }, "--local"],
  [{ format: "json" }, "--format"],
  [{ partial: true }, "--partial"],
  [{ "allow-empty": true }, "--allow-empty"],
])("svc export --everything takes everything: beside it, %j is wrong usage", async (flags, named) => {
  const output = path.join(aFolder(), "out");
  expect(await callOf(exportValues, { flags: { everything: true, plain: true, ...flags, output } })).toEqual({
    code: 2,
    said: `--everything takes the whole vault, as JSON: leave out ${named}.`,
    stdout: "",
    stderr: "",
  });
  expect(existsSync(output)).toBe(false);
});

test("svc export --everything goes by no selection of .svc.json", async () => {
  let asked = 0;
  const ended = await callOf(exportValues, {
    flags: { everything: true, plain: true },
    settings: { project: "billing", env: "production" },
    vault: { exportEverything: () => Promise.resolve(void (asked += 1)) },
  });
  expect([ended.code, asked]).toEqual([0, 1]);
});

test.each([
  [history, {}],
  [restore, { version: "1" }],
] as const)("an env file is chosen by its type alone, not by --env or --id", async (command, more) => {
  for (const [flags, named] of [
    [{ env: "production" }, "--env"],
    [{ id: "8b0e4c52" }, "--id"],
  ] as const)
    expect(
      await callOf<typeof command.options>(command as never, { flags: { file: "env", ...more, ...flags } }),
    ).toEqual({
      code: 2,
      said: `--file names an env file by its type, such as env.production: leave out ${named}.`,
      stdout: "",
      stderr: "",
    });
});

test("an agent gets the history of no other file than it asks for", async () => {
  const asked = tools.find_history?.run(
    { vault: {}, settings: {}, folder: aFolder() } as never,
    { file: "env", env: "production", project: "web" } as never,
  );
  await expect(asked).rejects.toThrow("file names an env file by its type, such as env.production: leave out env.");
});

test("svc share takes no selection for what is not in the vault", async () => {
  const file = path.join(aFolder(), "text");
  writeFileSync(file, "not-a-real-key");
  for (const [flags, named] of [
    [{ project: "billing" }, "--project"],
    [{ env: "production" }, "--env"],
    [{ id: "8b0e4c52" }, "--id"],
  ] as const)
    expect(await callOf(share, { flags: { file, ...flags } })).toMatchObject({
      code: 2,
      said: `${named} chooses the entry of NAME: leave it out.`,
    });
});

test("svc import takes no selection for a vault's own export, which says where everything belongs", async () => {
  const file = path.join(aFolder(), "vault.json");
  const lists = { categories: [], entries: [], twoFactor: [], envProjects: [], envFiles: [] };
  writeFileSync(file, JSON.stringify({ format: "svc-everything", formatVersion: 1, ...lists }));
  for (const [flags, named] of [
    [{ project: "billing" }, "--project"],
    [{ env: "production" }, "--env"],
  ] as const)
    expect(await callOf(importFile, { args: [file], flags })).toMatchObject({
      code: 2,
      said: `${file} is a vault's own export, which says where everything belongs: leave out ${named}.`,
    });
});

test("svc import opens a file in one way", async () => {
  const file = path.join(aFolder(), "vault.json.age");
  writeFileSync(file, "age-encryption.org/v1\n");
  for (const [flags, named] of [
    [{ passphrase: true }, "--passphrase"],
    [{ "passphrase-file": file }, "--passphrase-file"],
  ] as const)
    expect(await callOf(importFile, { args: [file], flags: { identity: file, ...flags } })).toMatchObject({
      code: 2,
      said: `--identity opens the file: leave out ${named}.`,
    });
});

test("an empty name or environment is wrong usage", async () => {
  expect(await callOf(init, { flags: { project: "billing", env: "" } })).toMatchObject({
    code: 2,
    said: "--env is empty: it takes one of development, staging, production, none.",
  });
  expect(await callOf(mv, { args: ["KEY"], flags: { "to-project": "" } })).toMatchObject({
    code: 2,
    said: "--to-project is empty: it takes a name.",
  });
});

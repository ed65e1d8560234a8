import os from "node:os";
import { describe, expect, test } from "vitest";
import { version } from "../../../package.json";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";

const { aFolder } = ownVaults();
const password = "not-a-real-password";

let vaultOfOne: Promise<string> | undefined;

/** A folder with a vault that has never run and has one account. Tests that must not change it share it. */
function aVaultOfOne(): Promise<string> {
  const dataDir = aFolder();
  return (vaultOfOne ??= operate(dataDir, ["user", "add", "other@example.com", "--generate"]).then(() => dataDir));
}

describe("the operator's command line", () => {
  test("nobody gets an address in the domain that stands for no address", async () => {
    expect(await operate(aFolder(), ["user", "add", "ada@no-address.invalid", "--generate"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/no-address\.invalid/) as string,
    });
  });

  test.each([
    ["a weak password", ["user", "add", "ada@example.com"], "short\n", 1, /at least 10/],
    ["no password", ["user", "add", "ada@example.com"], "", 1, /No password was given/],
    ["an address that is none", ["user", "add", "ada"], password, 2, /e-mail address/],
    [
      "a scope that is none",
      ["key", "add", "ada@example.com", "--name", "x", "--scopes", "entries:reed"],
      "",
      2,
      /^--scopes must be one of categories:read, /,
    ],
    [
      "an expiry that is none",
      ["key", "add", "ada@example.com", "--name", "x", "--scopes", "entries:read", "--expires", "soon"],
      "",
      2,
      /^--expires must be an ISO 8601/,
    ],
    [
      "an expiry that has passed",
      ["key", "add", "ada@example.com", "--name", "x", "--scopes", "entries:read", "--expires", "2026-01-31"],
      "",
      2,
      /^--expires 2026-01-31 has passed/,
    ],
    [
      "a number that is none",
      ["key", "add", "ada@example.com", "--name", "x", "--scopes", "entries:read", "--reveals-per-day", "-1"],
      "",
      2,
      /^--reveals-per-day must be a whole number from 1 to/,
    ],
    ["a database that is none", ["migrate-database", "--to", "vault.db"], "", 2, /^What --to names is not a database/],
    ["a backup in place of a folder", ["backup", os.tmpdir(), "--replace"], "", 1, /is not a regular file/],
    ["a backup in place of a device", ["backup", "/dev/null", "--replace"], "", 1, /is not a regular file/],
    [
      "a backup in no folder",
      ["backup", "/no/such/folder/vault"],
      "",
      1,
      /^The folder \/no\/such\/folder does not exist, or this user may not use it\./,
    ],
    [
      "an account that is not there",
      ["user", "reset-password", "nobody@example.com"],
      password,
      1,
      /no account for nobody@example\.com/,
    ],
    ["a password as an argument", ["user", "add", "ada@example.com", "--password", password], "", 2, /unknown option/],
    ["an unknown command", ["frobnicate"], "", 2, /unknown command/],
    ["a missing argument", ["backup"], "", 2, /missing required argument/],
  ] as const)("%s is refused with a message", async (_, args, input, code, sentence) => {
    expect(await operate(await aVaultOfOne(), args, { input })).toEqual(refused(sentence, code));
  });

  test("refused commands have changed nothing", async () => {
    expect((await operate(await aVaultOfOne(), ["user", "list"])).out).toMatch(/^other@example\.com [^\n]*\n$/);
  });

  test("it says its version, which is the vault's", async () => {
    expect(await operate(aFolder(), ["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("it explains its usage", async () => {
    expect(await operate(aFolder(), ["--help"])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Usage: svc-admin [^]*\nCommands:\n {2}user /) as string,
      err: "",
    });
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { CliError } from "../../../../packages/svc/src/cli-error";
import { importFile } from "../../../../packages/svc/src/commands/import";
import { pull } from "../../../../packages/svc/src/commands/pull";
import { push } from "../../../../packages/svc/src/commands/push";
import { rotate } from "../../../../packages/svc/src/commands/rotate";
import { storeValue } from "../../../../packages/svc/src/variables/store-value";
import { ChangedMeanwhile } from "../../../../packages/svc/src/vault/only";
import type { VaultClient } from "../../../../packages/svc/src/vault/vault";
import { callOf } from "../../../support/programs/svc-call";

/* A failure after a part was done tells what was done: whoever repeats the call, or does not, has to know. */

function aFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "unfinished-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const unreachable = () => Promise.reject(new CliError("network", "The vault can't be reached."));
const refused = () => Promise.reject(new CliError("refused", "The access key lacks a scope."));
const revoked = () => Promise.reject(new CliError("authentication", "The access key was revoked."));

describe("svc rotate --update-files", () => {
  const entry = {
    id: "e1",
    name: "billing",
    environment: null,
    version: 1,
    category: { name: "Stripe", keyType: "simple", envVarName: "KEY" },
  };
  const file = (number: number) => ({ projectId: "p1", projectName: "web", fileId: `f${number}` });
  const vault = {
    listEntries: () => Promise.resolve([entry]),
    updateEntry: () => Promise.resolve({ id: "e1" }),
    getEntryUses: () =>
      Promise.resolve({
        files: [
          { ...file(1), fileType: "env" },
          { ...file(2), fileType: "env.local" },
        ],
      }),
    listFileLinks: () => Promise.resolve([{ entryId: "e1", field: null, state: "outdated", name: "KEY", line: 1 }]),
    revealEnvFile: () => Promise.resolve({ content: "KEY=former\n", version: 4 }),
    saveEnvFile: () => Promise.resolve({ id: "f1" }),
  };
  const flags = { yes: true, "update-files": true };
  const call = (others: Partial<Record<keyof typeof vault, (...args: never[]) => Promise<unknown>>>, json = false) =>
    callOf(rotate, { args: ["KEY"], flags, json, vault: { ...vault, ...others } });

  test.each([true, false])("ends with 1 if it can't tell which files to update (--json: %s)", async (json) => {
    const ended = await call({ getEntryUses: refused }, json);
    expect([ended.code, ended.said]).toEqual([
      1,
      "The entry has its new value, but svc can't tell which env files hold the former one, so none was updated: The access key lacks a scope. Don't rotate again for that: look for it on the pages of the env projects.",
    ]);
    if (json) expect(JSON.parse(ended.stdout)).toEqual({ id: "e1", follows: null, outdated: null, updated: [] });
  });

  test.each([
    ["saveEnvFile", unreachable],
    ["saveEnvFile", refused],
    ["revealEnvFile", refused],
    ["listFileLinks", unreachable],
  ] as const)("says that the entry has its new value, and which files have it, if %s fails", async (name, failure) => {
    let asked = 0;
    // Links are looked up once for each file before, and once while they are updated.
    const failsAt = name === "listFileLinks" ? 4 : 2;
    const fails = () => ((asked += 1) < failsAt ? vault[name]() : failure());
    const { message } = await failure().catch((error: Error) => error);
    const { code, said, stdout } = await call({ [name]: fails }, true);
    expect([code, said, stdout]).toEqual([
      1,
      `The entry has its new value. .env.local of web was not updated: ${message} Updated: KEY  web, .env, line 1. Fix it on its page, and don't rotate again for that.`,
      "",
    ]);
  });

  test.each([
    ["getEntryUses", "svc can't tell which env files hold the former one"],
    ["revealEnvFile", ".env of web was not updated: The access key was revoked."],
    ["saveEnvFile", ".env of web was not updated: The access key was revoked."],
  ] as const)("ends with 4 if the key is revoked after the value was replaced (%s)", async (name, words) => {
    const { code, said } = await call({ [name]: revoked });
    expect([code, said]).toEqual([4, expect.stringMatching(/^The entry has its new value\b.*\bdon't rotate again\b/i)]);
    expect(said).toContain(words);
  });

  test("says the same of a file that others changed", async () => {
    const { code, said } = await call({ saveEnvFile: () => Promise.reject(new ChangedMeanwhile("It was changed")) });
    expect([code, said]).toEqual([
      1,
      "The entry has its new value. .env of web was not updated: it was changed in the meantime. Fix it on its page, and don't rotate again for that.",
    ]);
  });
});

describe("svc push", () => {
  function aPush(others: object, known = true) {
    const folder = aFolder();
    writeFileSync(path.join(folder, ".env"), "A=1\n");
    writeFileSync(path.join(folder, ".env.local"), "B=1\n");
    const project = { id: "p1", name: "web" };
    const vault = {
      listEnvProjects: () => Promise.resolve(known ? [project] : []),
      getEnvProject: () => Promise.resolve({ ...project, files: [] }),
      createEnvProject: () => Promise.resolve(project),
      saveEnvFile: () => Promise.resolve({ id: "f1" }),
    };
    const flags = { project: "web", dir: folder, yes: true };
    return callOf(push, { flags, json: true, vault: { ...vault, ...others } });
  }
  const failsFrom = (first: number) => {
    let asked = 0;
    return { saveEnvFile: () => ((asked += 1) < first ? Promise.resolve({ id: "f1" }) : unreachable()) };
  };

  test.each([
    [true, 1, ""],
    [true, 2, " Note that env had already been stored."],
    [false, 1, " Note that the env project web had already been created."],
    [false, 2, " Note that the env project web had already been created, and env stored."],
  ])("names what was done before a failure (project known: %s, fails at file %i)", async (known, first, words) => {
    const { code, said } = await aPush(failsFrom(first), known);
    expect([code, said]).toEqual([3, `The vault can't be reached.${words}`]);
  });

  test("prints nothing but JSON if others changed a file, and what they changed is in the error", async () => {
    const { code, said, stderr } = await aPush({
      saveEnvFile: (_: string, type: string) =>
        type === "env" ? Promise.resolve({ id: "f1" }) : Promise.reject(new ChangedMeanwhile("It was changed")),
      getEnvProject: () => Promise.resolve({ id: "p1", name: "web", files: [{ id: "f2", fileType: "env.local" }] }),
      revealEnvFile: (() => {
        let asked = 0;
        return () => Promise.resolve({ content: (asked += 1) === 1 ? "B=0\n" : "B=0\nTHEIRS=1\n", version: 1 });
      })(),
    });
    expect([code, stderr]).toEqual([1, ""]);
    expect(said).toMatch(
      /^env\.local of web was changed in the meantime, so it was not replaced; env had already been stored\..*:\n\+ THEIRS$/,
    );
  });
});

test("svc pull names the files that it had written before one failed", async () => {
  const folder = aFolder();
  const vault = {
    listEnvProjects: () => Promise.resolve([{ id: "p1", name: "web" }]),
    getEnvProject: () =>
      Promise.resolve({
        files: [
          { id: "f1", fileType: "env", version: 1 },
          { id: "f2", fileType: "env.local", version: 1 },
        ],
      }),
    revealEnvFile: () => Promise.resolve({ content: "A=1\n", version: 1 }),
  };
  const flags = {
    project: "web",
    dir: folder,
    yes: true,
    // What svc asks for between reading the files and writing them: from here on nothing takes this file's place.
    get check() {
      mkdirSync(path.join(folder, ".env.local", "kept"), { recursive: true });
      return false;
    },
  };
  const { code, said } = await callOf(pull, { flags, vault });
  expect([code, said]).toEqual([
    2,
    `${path.join(folder, ".env.local")} can't be written (EISDIR). Note that ${path.join(folder, ".env")} had already been written.`,
  ]);
  expect(readFileSync(path.join(folder, ".env"), "utf8")).toBe("A=1\n");
});

test("svc set names the category that it had made before the entry failed", async () => {
  const vault = {
    listEntries: () => Promise.resolve([]),
    listCategories: () => Promise.resolve([]),
    createCategory: () => Promise.resolve({ id: "c1" }),
    createEntry: refused,
  } as unknown as VaultClient;
  await expect(storeValue(vault, "NEW", "not-a-real-value", { project: "web" })).rejects.toThrow(
    "The access key lacks a scope. Note that the category NEW had already been created.",
  );
});

test.each([true, false])("svc import tells what only its storing rejected (--json: %s)", async (json) => {
  const file = path.join(aFolder(), ".env");
  writeFileSync(file, "A=1\nB=2\nC=\n");
  const rejected = { action: "rejected", message: "The vault is full", id: null };
  const { code, said, stdout } = await callOf(importFile, {
    args: [file],
    flags: { yes: true, partial: true, project: "web" },
    json,
    vault: {
      importItems: ({ preview = false }: { preview?: boolean }) =>
        Promise.resolve({
          counts: { created: preview ? 2 : 1, updated: 0, unchanged: 0, rejected: preview ? 0 : 1 },
          entries: [
            { action: "created", message: null, id: "e1" },
            preview ? { action: "created", id: "e2" } : rejected,
          ],
          twoFactor: [],
        }),
    },
  });
  expect([code, said]).toEqual([
    1,
    "1 could not be stored, since the vault was changed after the preview:\nB — web: The vault is full",
  ]);
  if (json) expect(JSON.parse(stdout)).toMatchObject({ items: [{ action: "created" }, { action: "rejected" }] });
});

test("svc import says how much of a vault's own export was stored before a part failed", async () => {
  const folder = aFolder();
  const file = path.join(folder, "vault.json");
  const categories = Array.from({ length: 2_001 }, (_, index) => ({
    id: `c${index}`,
    name: `C${index}`,
    keyType: "simple",
    envVarName: `C${index}`,
  }));
  writeFileSync(file, JSON.stringify({ format: "svc-everything", formatVersion: 1, categories }));
  const outcome = { action: "created", message: null, id: "c1" };
  let stored = 0;
  const { code, said } = await callOf(importFile, {
    args: [file],
    flags: { yes: true },
    vault: {
      importItems: (body: { preview?: boolean; categories?: unknown[] }) => {
        if (!body.preview && (stored += 1) === 2) return unreachable();
        const count = body.categories?.length ?? 0;
        return Promise.resolve({
          counts: { created: count, updated: 0, unchanged: 0, rejected: 0 },
          entries: [],
          twoFactor: [],
          categories: Array.from({ length: count }, () => outcome),
        });
      },
    },
  });
  expect([code, said]).toEqual([
    3,
    "The vault can't be reached. Note that 2000 had already been created and 0 updated: run it again for the rest.",
  ]);
});

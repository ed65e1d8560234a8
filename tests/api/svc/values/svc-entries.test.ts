import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse as parseDotenv } from "dotenv";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { getEntry, listEntries } from "@/lib/contracts/vault/entries";
import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry, missingId, validValues } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { changeSharedStore } from "../../../support/vaults/shared-store";
import { svcWith } from "../../../support/programs/svc";
import { svcOnTerminal } from "../../../support/programs/svc-terminal";
import { readAsDocker, readAsGithub } from "../../../unit/dotenv/model-readers";
import { readAsCompose } from "../../../unit/dotenv/readers";
import { expectedHotp } from "../../../support/sign-in/totp";
import { samples } from "../../../unit/import/samples";

const { aFolder } = ownVaults();

async function aCaller() {
  const user = await aUserWithKey();
  return { ...user, svc: svcWith(sharedBaseUrl(), user.accessKey.key) };
}

describe("svc whoami", () => {
  test("says what the key may do and where, for people and as JSON", async () => {
    const { session } = await aCaller();
    const made = await session.call(createAccessKey, {
      body: {
        name: "CI",
        scopes: ["entries:read", "entries:reveal"],
        projects: ["billing", "shop"],
        environments: ["production"],
        revealsPerDay: 9,
        expiresAt: "2099-01-31",
      },
    });
    const svc = svcWith(sharedBaseUrl(), made.key);
    expect(await svc(["whoami"])).toMatchObject({
      code: 0,
      stderr: "",
      stdout: [
        `access key    CI (${made.keyPrefix}…)`,
        "scopes        entries:read, entries:reveal",
        "projects      billing, shop",
        "environments  production",
        "addresses     any",
        "values a day  9, 9 left",
        "expires       2099-01-31T00:00:00.000Z",
        "",
      ].join("\n"),
    });
    expect(JSON.parse((await svc(["whoami", "--json"])).stdout)).toMatchObject({ name: "CI", revealsLeft: 9 });
  });
});

describe("svc ls", () => {
  test("lists names, projects and environments without values, filtered by project and environment", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "billing", environment: "production" });
    await anEntry(key, { keyType: "group", name: "web", category: { name: "Database" } });
    const all = await svc(["ls"]);
    expect([all.code, all.stderr]).toEqual([0, ""]);
    expect(all.stdout).toMatch(
      /^NAME +PROJECT +ENV +CATEGORY +ID\nSTRIPE_SECRET_KEY +billing +production +Stripe +\S+\nDB_USER,DB_PASSWORD +web +- +Database +\S+\n$/,
    );
    expect((await svc(["ls", "--env", "production"])).stdout).not.toContain("web");
    expect(JSON.parse((await svc(["ls", "-p", "web", "--json"])).stdout)).toEqual([
      expect.objectContaining({ name: "web", fieldNames: ["DB_USER", "DB_PASSWORD"] }),
    ]);
    expect((await svc(["ls", "-p", "none"])).stdout).toBe("");
  });

  test("no name can control the terminal or break lines, in lists, messages and JSON, even one from before names refused that", async () => {
    const { key, svc } = await aCaller();
    for (const environment of ["staging", "production"] as const) {
      const { id } = await anEntry(key, { environment });
      changeSharedStore('UPDATE "KeyEntry" SET "name" = ? WHERE "id" = ?', [`a\u001b[2J\u009b1m\nb\u202e`, id]);
    }
    const shown = "a?[2J?1m?b?";
    expect((await svc(["ls"])).stdout.split("\n").filter((line) => line.includes(shown))).toHaveLength(2);
    const { code, stderr } = await svc(["get", "STRIPE_SECRET_KEY"]);
    const [first, ...lines] = stderr.replace(/\n$/, "").split("\n");
    expect([code, first?.includes("2 entries set"), lines.map((line) => line.includes(shown))]).toEqual([
      1,
      true,
      [true, true],
    ]);
    expect(/[^\P{Cc}\n]|\u202e/u.test(stderr)).toBe(false);
    const { stdout } = await svc(["ls", "--json"]);
    expect([(JSON.parse(stdout) as { name: string }[])[0]?.name, /[\u007f-\u009f\u202e]/.test(stdout)]).toEqual([
      "a\u001b[2J\u009b1m\nb\u202e",
      false,
    ]);
  });

  test("a value on a terminal can't control it either; a program gets it byte for byte", async () => {
    const { key, accessKey, svc } = await aCaller();
    const value = "one\u001b[2J\ttwo\nthree";
    await anEntry(key, { value });
    expect((await svc(["get", "STRIPE_SECRET_KEY"])).stdout).toBe(value);
    const { shown } = await svcOnTerminal(["get", "STRIPE_SECRET_KEY"], [], {
      env: { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key },
    });
    expect(shown.replaceAll("\r\n", "\n")).toBe("one?[2J\ttwo\nthree\n");
  });
});

describe("svc get and reveal", () => {
  test("prints a value byte for byte, without a line break if a program reads it", async () => {
    const { key, svc } = await aCaller();
    const value = "é 'two'\r\nlines\n\n";
    const { id } = await anEntry(key, { value });
    await anEntry(key, { keyType: "group", name: "web" });
    await anEntry(key, { keyType: "ssh", category: { name: "Deploy key", envVarName: "DEPLOY_KEY" } });
    expect(await svc(["get", "STRIPE_SECRET_KEY"])).toMatchObject({ code: 0, stdout: value, stderr: "" });
    expect(await svc(["reveal", id])).toMatchObject({ code: 0, stdout: value });
    expect(await svc(["get", "DB_PASSWORD"])).toMatchObject({ stdout: "not-a-real-password" });
    for (const name of ["Deploy key", "DEPLOY_KEY"])
      expect(await svc(["get", name])).toMatchObject({ stdout: validValues.ssh });
    expect(JSON.parse((await svc(["get", "STRIPE_SECRET_KEY", "--json"])).stdout)).toEqual({
      id,
      name: "STRIPE_SECRET_KEY",
      project: "billing",
      environment: null,
      value,
    });
  });

  test("a name that no entry or several entries have is refused with a list of what exists", async () => {
    const { key, svc } = await aCaller();
    const staging = await anEntry(key, { environment: "staging", value: "one-not-real" });
    const production = await anEntry(key, { environment: "production", value: "two-not-real" });
    expect(await svc(["get", "NOPE"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("No entry sets NOPE"),
    });
    expect(await svc(["get", "STRIPE_SECRET_KEY"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^svc: 2 entries set STRIPE_SECRET_KEY\. /),
    });
    const { stderr } = await svc(["get", "STRIPE_SECRET_KEY"]);
    const listed = [production, staging].map(
      ({ id, environment }) => `  svc reveal ${id}  Stripe — billing (${String(environment)})`,
    );
    expect(stderr.trimEnd().split("\n").slice(1).sort()).toEqual(listed.sort());
    const { stderr: json } = await svc(["get", "STRIPE_SECRET_KEY", "--json"]);
    expect(JSON.parse(json)).toEqual({
      error: stderr.trimEnd().replace("svc: ", "").replaceAll("\n  ", "\n"),
      exitCode: 1,
    });
    expect(await svc(["get", "STRIPE_SECRET_KEY", "-e", "production"])).toMatchObject({
      code: 0,
      stdout: "two-not-real",
    });
    expect(await svc(["reveal", missingId])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Entry not found"),
    });
    expect(await svc(["reveal", "../stats"])).toMatchObject({ code: 2 });
  });

  test("none is the environment of what has none, beside others of the same name, in every command that selects", async () => {
    const { session, key, svc } = await aCaller();
    await anEntry(key, { environment: "production", value: "one-not-real" });
    await anEntry(key, { value: "two-not-real" });
    const none = ["STRIPE_SECRET_KEY", "-p", "billing", "-e", "none"];
    expect((await svc(["get", "STRIPE_SECRET_KEY"])).stderr).toContain("--env (none for no environment), or by");
    expect(await svc(["get", ...none])).toMatchObject({ code: 0, stdout: "two-not-real" });
    expect((await svc(["history", ...none])).stdout).toMatch(/\n1 \(current\) /);
    expect((await svc(["ls", "-e", "none"])).stdout).toMatch(/^NAME.*\nSTRIPE_SECRET_KEY +billing +- .*\n$/);
    expect(JSON.parse((await svc(["export", "-e", "none", "-f", "json"])).stdout)).toEqual({
      STRIPE_SECRET_KEY: "two-not-real",
    });
    expect(await svc(["run", "-e", "none", "--", "printenv", "STRIPE_SECRET_KEY"])).toMatchObject({
      code: 0,
      stdout: "two-not-real\n",
    });
    expect((await svc(["diff", "billing:none", "billing:production"])).stdout).toContain("STRIPE_SECRET_KEY");
    expect(await svc(["set", ...none], { input: "three-not-real" })).toMatchObject({ code: 0 });
    expect(await svc(["get", ...none])).toMatchObject({ stdout: "three-not-real" });
    await svc(["set", "NEW_KEY", "-p", "billing", "-e", "none"], { input: "four-not-real" });
    expect((await session.call(listEntries)).map(({ environment }) => environment).sort()).toEqual([
      null,
      null,
      "production",
    ]);
    expect((await svc(["get", "NOPE", "-e", "none"])).stderr).toContain("No entry sets NOPE in no environment");
  });
});

describe("svc set", () => {
  test("creates a category and an entry if none has the name, and changes it the next time", async () => {
    const { session, svc } = await aCaller();
    expect(await svc(["set", "API_KEY", "-p", "billing", "-e", "production"], { input: "first\n" })).toMatchObject({
      code: 0,
      stderr: "svc: API_KEY was created.\n",
    });
    expect(await svc(["set", "API_KEY", "-p", "billing", "-e", "production"], { input: "second\r\n" })).toMatchObject({
      code: 0,
      stderr: "svc: API_KEY was changed.\n",
    });
    expect(await session.call(listEntries)).toMatchObject([
      { name: "billing", environment: "production", category: { envVarName: "API_KEY" } },
    ]);
    expect((await svc(["get", "API_KEY"])).stdout).toBe("second");
    expect(await svc(["set", "API_KEY", "-p", "web"], { input: "third" })).toMatchObject({ code: 0 });
    expect((await session.call(listEntries)).map(({ categoryId }) => categoryId)).toHaveLength(2);
    expect(new Set((await session.call(listEntries)).map(({ categoryId }) => categoryId)).size).toBe(1);
  });

  test.each([
    ["one line without its line break", "value\n", "value"],
    ["several lines as they are", "one\r\ntwo\n", "one\r\ntwo\n"],
    ["blanks as they are", "  v \t", "  v \t"],
  ])("keeps %s", async (_, input, kept) => {
    const { svc } = await aCaller();
    await svc(["set", "X", "-p", "p"], { input });
    expect((await svc(["get", "X"])).stdout).toBe(kept);
  });

  test("changes one field of a group and leaves the others", async () => {
    const { key, svc } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group" });
    expect(await svc(["set", "DB_USER", "--exact"], { input: "grace\n" })).toMatchObject({ code: 0 });
    expect(JSON.parse((await svc(["reveal", id])).stdout)).toEqual({
      DB_USER: "grace\n",
      DB_PASSWORD: "not-a-real-password",
    });
    expect((await key.call(getEntry, { params: { id } })).fieldNames).toEqual(["DB_USER", "DB_PASSWORD"]);
  });

  test("refuses bytes that are not text, an empty value, a missing project and an invalid variable name", async () => {
    const { svc } = await aCaller();
    expect(await svc(["set", "X", "-p", "p"], { input: Buffer.from([0xff, 0xfe]) })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not UTF-8"),
    });
    expect(await svc(["set", "X", "-p", "p"], { input: "\n" })).toMatchObject({ code: 2 });
    expect(await svc(["set", "X"], { input: "v" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--project"),
    });
    expect(await svc(["set", "A-B", "-p", "p"], { input: "v" })).toMatchObject({ code: 2 });
    expect((await svc(["ls"])).stdout).toBe("");
  });
});

describe("svc code", () => {
  test("prints the codes of any kind of token; of a counter, another one each time", async () => {
    const { key, svc } = await aCaller();
    const add = (service: string, fields: object) =>
      key.call(createTwoFactorToken, {
        body: { service, accountName: "ada", secret: "JBSWY3DPEHPK3PXP", ...fields },
      });
    await add("Door", { type: "hotp" });
    await add("Bank", { digits: 8, period: 60 });
    await add("Steam", { type: "steam" });
    expect((await svc(["code", "door"])).stdout).toBe(expectedHotp("JBSWY3DPEHPK3PXP", 0));
    expect(await svc(["code", "door", "--json"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`"code": "${expectedHotp("JBSWY3DPEHPK3PXP", 1)}"`),
    });
    expect((await svc(["code", "bank"])).stdout).toMatch(/^\d{8}$/);
    expect((await svc(["code", "steam"])).stdout).toMatch(/^[2-9B-DF-HJKMNP-RTV-Y]{5}$/);
  });

  test("prints the code of a service, in any case, or copies it to the clipboard over standard input", async () => {
    const { key, svc } = await aCaller();
    for (const accountName of ["ada@example.com", "grace@example.com"])
      await key.call(createTwoFactorToken, { body: { service: "GitHub", accountName, secret: "JBSWY3DPEHPK3PXP" } });
    expect(await svc(["code", "github"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ada@example.com, grace@example.com"),
    });
    expect(await svc(["code", "github", "-a", "Ada@example.com"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d{6}$/),
    });
    expect(await svc(["code", "GitLab"])).toMatchObject({
      code: 1,
      stderr: "svc: There is no two-factor token for GitLab. Services that have one: GitHub.\n",
    });
    expect(await svc(["code", "github", "-a", "bob"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("account bob. Its accounts: ada@example.com, grace@example.com.") as string,
    });
    const folder = aFolder();
    const clipboard = path.join(folder, "clipboard");
    const programs = path.join(folder, "bin");
    mkdirSync(programs);
    writeFileSync(path.join(programs, "wl-copy"), `#!/bin/sh\n[ $# -eq 1 ] && cat > '${clipboard}'\n`, { mode: 0o755 });
    const copied = await svc(["code", "github", "-a", "ada@example.com", "--copy"], {
      env: { PATH: `${programs}:/usr/bin:/bin` },
    });
    expect(copied).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/clipboard, valid for \d+ s/) });
    expect(readFileSync(clipboard, "utf8")).toMatch(/^\d{6}$/);
    expect(copied.stderr).not.toContain(readFileSync(clipboard, "utf8"));
  });
});

describe("svc export", () => {
  test("prints a format, or only the names that it can't hold; --partial prints the rest", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { keyType: "group", value: JSON.stringify({ A: "it's", B: "one\r\ntwo" }) });
    expect(parseDotenv((await svc(["export", "--partial"])).stdout)).toEqual({ A: "it's" });
    expect(await svc(["export"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("dotenv can't hold B"),
    });
    expect(JSON.parse((await svc(["export", "--json"])).stdout)).toEqual({ A: "it's", B: "one\r\ntwo" });
    expect(await svc(["export", "-f", "yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("dotenv, next, shell, compose, docker, json, github"),
    });
    const file = path.join(aFolder(), "out.env");
    expect(await svc(["export", "-f", "shell", "-o", file])).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(file, "utf8")).toContain('A="it\'s"\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // A file that can't be written is reported, and no value remains in a temporary file.
    const folder = aFolder();
    mkdirSync(path.join(folder, "taken"));
    for (const [name, reason] of [
      ["none/out.env", "ENOENT"],
      ["taken", "EISDIR"],
    ] as const) {
      expect(await svc(["export", "-f", "shell", "-o", path.join(folder, name)])).toEqual({
        code: 2,
        signal: null,
        stdout: "",
        stderr: `svc: ${path.join(folder, name)} can't be written (${reason}).\n`,
      });
    }
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  test.each(["dotenv", "next", "shell", "compose", "docker", "json", "github"])(
    "refuses a name that two entries set in %s, as svc run does, and leaves the file unchanged",
    async (format) => {
      const { key, svc } = await aCaller();
      for (const environment of ["staging", "production"] as const)
        await anEntry(key, { keyType: "group", environment, value: JSON.stringify({ TWICE: environment, A: "1" }) });
      const file = path.join(aFolder(), "out.env");
      writeFileSync(file, "KEPT=1\n");
      for (const args of [[], ["--partial"], ["-o", file]])
        expect(await svc(["export", "-f", format, ...args])).toMatchObject({
          code: 1,
          stdout: "",
          stderr: "svc: More than one entry sets TWICE, A (every project): choose with --project or --env.\n",
        });
      expect(readFileSync(file, "utf8")).toBe("KEPT=1\n");
      expect(await svc(["export", "-f", format, "-e", "staging", "-o", file])).toMatchObject({ code: 0, stderr: "" });
      expect(readFileSync(file, "utf8")).toContain("staging");
    },
  );

  test.each([
    ["compose", readAsCompose],
    ["docker", readAsDocker],
    ["github", (text: string) => readAsGithub(text, "linux")],
  ] as const)("prints text for %s that its reader reads back exactly", async (format, read) => {
    const { key, svc } = await aCaller();
    const values = { A: "it's $HOME #1", B: ' "two" `words` \\' };
    await anEntry(key, { keyType: "group", value: JSON.stringify(values) });
    const { code, stdout, stderr } = await svc(["export", "-f", format]);
    expect([code, stderr, read(stdout)]).toEqual([0, "", values]);
  });
});

describe("svc import", () => {
  test("shows names only, asks, stores, and changes nothing the second time", async () => {
    const { svc, session } = await aCaller();
    const folder = aFolder();
    writeFileSync(path.join(folder, ".env"), '# words\nA=not-a-real-value\nB="it\'s"\n');
    const again = (...args: string[]) =>
      svc(["import", ".env", "-p", "billing", "-e", "staging", ...args], { cwd: folder });
    expect(await again()).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(await again("--check")).toMatchObject({
      code: 1,
      stderr: "  + A — billing (staging)\n  + B — billing (staging)\n",
    });
    expect(await session.call(listEntries)).toEqual([]);
    expect(await again("--yes")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("svc: Created 2, updated 0.\n"),
    });
    expect(await again("--check")).toMatchObject({ code: 0, stderr: "svc: Everything is already in the vault.\n" });
    writeFileSync(path.join(folder, ".env"), 'A=changed\nB="it\'s"\n');
    expect(await again("--yes")).toMatchObject({
      code: 0,
      stderr: "  ~ A — billing (staging)\n  = 1 unchanged\nsvc: Created 0, updated 1.\n",
    });
    expect(JSON.parse((await svc(["export", "--json", "-e", "staging"])).stdout)).toEqual({ A: "changed", B: "it's" });
    expect(await session.call(listEntries)).toHaveLength(2);
  });

  test("a variable that a category already has is reported and stored in that category", async () => {
    const { svc, key } = await aCaller();
    await anEntry(key, { environment: "staging", value: "old" });
    const args = ["import", "-", "-p", "billing", "-e", "staging", "--yes"];
    expect(await svc(args, { input: "STRIPE_SECRET_KEY=new\n" })).toMatchObject({
      code: 0,
      stderr: "  ~ Stripe — billing (staging)\nsvc: Created 0, updated 1.\n",
    });
    expect((await svc(["run", "-p", "billing", "--", "printenv", "STRIPE_SECRET_KEY"])).stdout).toBe("new\n");
  });

  test("an invalid line is named, and the rest can still be imported", async () => {
    const { svc } = await aCaller();
    const input = "A=1\nnot a line\nB=\nC='open\n";
    const refused = await svc(["import", "-", "-p", "p", "--yes"], { input });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /! line 2: Expected.*! line 3 \(B\): Its value is empty.*! line 4: The opening '.*nothing was stored/s,
      ),
    });
    expect((await svc(["ls"])).stdout).toBe("");
    expect(await svc(["import", "-", "-p", "p", "--yes", "--partial"], { input })).toMatchObject({ code: 0 });
    expect(JSON.parse((await svc(["export", "--json"])).stdout)).toEqual({ A: "1" });
  });
});

describe("svc import says why a file can't be imported", () => {
  test.each([
    ["an empty object", "{}", [], 1, "There is nothing to import in standard input.\n"],
    ["an empty file", "", [], 1, "There is nothing to import in standard input.\n"],
    [
      "broken JSON",
      '{"A": "b',
      [],
      1,
      "! the file: It is not valid JSON\nsvc: 1 can't be imported: nothing was stored. Fix standard input,",
    ],
    [
      "an unknown kind of column",
      "Key,Secret\nA,b\n",
      ["--columns", "nmae=Key,value=Secret"],
      2,
      "as in name=Key,value=Secret. It can hold name, value, project,",
    ],
    [
      "a column without a title",
      "Key,Secret\nA,b\n",
      ["--columns", "name"],
      2,
      "--columns takes what a column holds, and its title",
    ],
    [
      "too many entries",
      "Key,Secret\n" + Array.from({ length: 2_001 }, (_, index) => `KEY_${index},value\n`).join(""),
      [],
      1,
      "standard input can't be imported. It has 2,001 entries, and one import takes 2,000: split it into several.\n",
    ],
  ])("%s", async (_, input, more, code, words) => {
    const { accessKey } = await aUserWithKey();
    const svc = svcWith(sharedBaseUrl(), accessKey.key);
    expect(await svc(["import", "-", "-p", "web", "--yes", ...more], { input })).toMatchObject({
      code,
      stderr: expect.stringContaining(words),
    });
    expect(await svc(["ls"])).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("svc import of other tools' exports", () => {
  test("logins, keys and two-factor tokens are imported together, shown by name only", async () => {
    const { svc, session } = await aCaller();
    for (const [name, { text }] of Object.entries(samples)) {
      // That one says itself where everything belongs.
      const project = name === "a vault's own export" ? [] : ["-p", "mine"];
      const run = await svc(["import", "-", ...project, "--partial", "--yes"], { input: text });
      expect([name, run.code, (run.stdout + run.stderr).includes("canary")]).toEqual([name, 0, false]);
    }
    const titles = (await session.call(listEntries)).map(({ category }) => category.name);
    for (const title of ["GitHub", "Deploy", "Database"]) expect(titles).toContain(title);
    expect(
      (await session.call(listTwoFactorTokens)).map(({ service, accountName }) => `${service} ${accountName}`),
    ).toEqual(expect.arrayContaining(["Example alice@google.com", "GitHub ada@example.com"]));
    for (const sample of ["Bitwarden", "Aegis"]) {
      expect(
        await svc(["import", "-", "-p", "mine", "--partial", "--check"], { input: samples[sample]?.text ?? "" }),
      ).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("Everything that can be imported is already in the vault.\n"),
      });
    }
    expect(await svc(["import", "-", "-p", "mine", "--partial", "--yes"], { input: "no line\n" })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/! line 1: .*\nsvc: None of it can be imported\.\n$/),
    });
  });

  test("1Password's .1pux is read directly; an archive of something else is a usage error", async () => {
    const { svc } = await aCaller();
    const folder = aFolder();
    writeFileSync(
      path.join(folder, "mine.1pux"),
      zipSync({
        "export.attributes": strToU8("{}"),
        "export.data": strToU8(samples["1Password's export.data"]?.text ?? ""),
      }),
    );
    expect(await svc(["import", "mine.1pux", "--partial", "--yes"], { cwd: folder })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Created 8"),
    });
    expect((await svc(["get", "API_KEY"])).stdout).toBe("canary-2");
    writeFileSync(path.join(folder, "other.zip"), zipSync({ "a.txt": strToU8("A=1") }));
    expect(await svc(["import", "other.zip"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("export.data"),
    });
  });

  test("a table's columns and the format can be given; an unknown format is a usage error", async () => {
    const { svc } = await aCaller();
    const input = "id,Was,Womit\n1,API_KEY,not-a-real-key\n";
    expect(
      await svc(["import", "-", "-p", "web", "-f", "csv", "--columns", "name=Was,value=Womit", "-y"], { input }),
    ).toMatchObject({ code: 0 });
    expect((await svc(["get", "API_KEY"])).stdout).toBe("not-a-real-key");
    expect(await svc(["import", "-", "-f", "keepass"], { input })).toMatchObject({ code: 2 });
    expect(await svc(["import", "-"], { input: "A=1" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--project"),
    });
    expect(
      JSON.parse((await svc(["import", "-", "-p", "web", "--json", "--check"], { input: "A=1\n" })).stdout),
    ).toEqual({ items: [{ name: "A — web", action: "created", message: null, id: null }], faults: [], notes: [] });
    const stored = await svc(["import", "-", "-p", "web", "--json", "--yes"], { input: "A=1\n" });
    expect(JSON.parse(stored.stdout)).toEqual({
      items: [
        { name: "A — web", action: "created", message: null, id: expect.stringMatching(/^[\da-f-]{36}$/) as string },
      ],
      faults: [],
      notes: [],
    });
  });

  test("stores what it has a note on, and tells the note", async () => {
    const { svc } = await aCaller();
    const input = "url,username,password,totp,extra,name,grouping,fav\n,ada,not&amp;real,,,Mail,Home,0\n";
    const told = "  ? line 2 (Mail): It has &amp;";
    expect(await svc(["import", "-", "-p", "web", "--check"], { input })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(told),
    });
    expect(await svc(["import", "-", "-p", "web", "--yes"], { input })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Created 1, updated 0."),
    });
  });
});

describe("svc diff", () => {
  test("shows names, never values; exits with 1 if they differ, with 2 if one does not exist", async () => {
    const { key, svc } = await aCaller();
    const group = (environment: "staging" | "production", value: object) =>
      anEntry(key, { keyType: "group", environment, value: JSON.stringify(value) });
    await group("staging", { SAME: "canary-1", CHANGED: "canary-2", GONE: "canary-3" });
    await group("production", { SAME: "canary-1", CHANGED: "canary-4", NEW: "canary-5" });
    expect(await svc(["diff", "billing:staging", "billing:production"])).toEqual({
      code: 1,
      signal: null,
      stdout: "  + NEW\n  ~ CHANGED\n  - GONE\n",
      stderr: "",
    });
    expect(await svc(["diff", ":staging", ":staging"])).toMatchObject({ code: 0, stdout: "" });
    const folder = aFolder();
    writeFileSync(path.join(folder, ".env"), "SAME=canary-1\nCHANGED=canary-4\nNEW=canary-5\n");
    expect(await svc(["diff", ":production", ".env", "--json"], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: JSON.stringify({ added: [], changed: [], removed: [] }, null, 2) + "\n",
    });
    expect(await svc(["diff", "none", ".env"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No entry is in none"),
    });
  });
});

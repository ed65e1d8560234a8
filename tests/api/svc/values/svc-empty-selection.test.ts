import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { svcFile, svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();

async function aCaller() {
  const user = await aUserWithKey();
  return { ...user, svc: svcWith(sharedBaseUrl(), user.accessKey.key) };
}

describe("a place that can't be meant", () => {
  const environments = "one of development, staging, production, none.";

  test.each([
    ["ls"],
    ["get", "STRIPE_SECRET_KEY"],
    ["set", "STRIPE_SECRET_KEY"],
    ["rm", "STRIPE_SECRET_KEY", "--yes"],
    ["run", "--", "true"],
    ["export"],
    ["check", ".env.example"],
    ["import", "-"],
    ["history", "STRIPE_SECRET_KEY"],
  ])("is wrong usage in svc %s, by a name that is empty or no environment's", async (...args) => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "billing", environment: "staging" });
    const cwd = aFolder();
    writeFileSync(path.join(cwd, ".env.example"), "STRIPE_SECRET_KEY=\n");
    const [name = "", ...rest] = args;
    const call = async (...flags: string[]) => {
      const { code, stdout, stderr } = await svc([name, ...flags, ...rest], { cwd, input: "A=1\n" });
      return [code, stdout, stderr];
    };
    expect(await call("-e", "")).toEqual([2, "", `svc: --env is empty: it takes ${environments}\n`]);
    expect(await call("-e", "qa")).toEqual([2, "", `svc: --env takes ${environments}\n`]);
    expect(await call("-p", "")).toEqual([2, "", "svc: --project is empty: it takes a name.\n"]);
    writeFileSync(path.join(cwd, ".svc.json"), JSON.stringify({ environment: "qa" }));
    expect(await call()).toEqual([2, "", `svc: The environment in .svc.json takes ${environments}\n`]);
  });

  test("svc ls says what there is: a project that no entry has is not found, and one without entries there has none", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "billing", environment: "staging" });
    await anEntry(key, { name: "web", keyType: "ssh" });
    expect(await svc(["ls", "-p", "nosuch", "--json"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("No entry is in nosuch. There is billing (staging), web."),
    });
    expect(await svc(["ls", "-p", "billing", "-e", "production", "--json"])).toMatchObject({
      code: 0,
      stdout: "[]\n",
      stderr: "svc: No entry is in billing, production. There is billing (staging), web.\n",
    });
  });

  test("svc check can't compare a project that there is not, entries or files", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "billing", environment: "staging" });
    const cwd = aFolder();
    writeFileSync(path.join(cwd, ".env.example"), "STRIPE_SECRET_KEY=\n");
    for (const [flags, said] of [
      [["-p", "nosuch"], "No variable is in nosuch. There is billing (staging)."],
      [["-p", "nosuch", "-e", "staging"], "No variable is in nosuch, staging. There is billing (staging)."],
      [["-p", "nosuch", "--files"], "There is no env project nosuch."],
    ] as const)
      expect(await svc(["check", ...flags], { cwd })).toMatchObject({ code: 2, stdout: "", stderr: `svc: ${said}\n` });
    expect(await svc(["check", "-p", "billing", "-e", "production"], { cwd })).toMatchObject({
      code: 1,
      stdout: "missing  STRIPE_SECRET_KEY\n",
    });
  });
});

test("a file that is named and not there is wrong usage in every command", async () => {
  const { svc } = await aCaller();
  for (const args of [
    ["import", "nowhere"],
    ["import", "--check", "nowhere"],
    ["check", "nowhere"],
    ["diff", "./nowhere", "./nowhere"],
    ["inject", "nowhere"],
    ["share", "--file", "nowhere"],
    ["scan", "nowhere"],
  ]) {
    const { code, stderr } = await svc(args, { cwd: aFolder() });
    expect([args, code, stderr]).toEqual([
      args,
      2,
      expect.stringMatching(/^svc: There is no (file )?(\.\/)?nowhere\.\n$/),
    ]);
  }
  // One with a secret is not named.
  const args = ["export", "--everything", "--passphrase-file", "nowhere", "-o", "out"];
  expect(await svc(args, { cwd: aFolder() })).toMatchObject({
    code: 2,
    stderr:
      "svc: The file that --passphrase-file names can't be read (ENOENT). Give a file's path: a relative one starts from the folder where svc was run.\n",
  });
});

describe("a selection without any value", () => {
  test("starts nothing, and names what exists: first the same project's other environments", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "web", environment: "staging" });
    await anEntry(key, { name: "billing", environment: "staging" });
    await anEntry(key, { name: "billing", category: { name: "Other", envVarName: "OTHER" } });
    const started = path.join(aFolder(), "started");
    expect(await svc(["run", "-p", "billing", "-e", "production", "--", "touch", started])).toEqual({
      code: 1,
      signal: null,
      stdout: "",
      stderr: expect.stringMatching(
        /^svc: No variable is in billing, production\. There is billing( \(staging\), billing|, billing \(staging\)), web \(staging\)\. Add --allow-empty if none is right\.\n$/,
      ),
    });
    expect(existsSync(started)).toBe(false);
    expect(await svc(["run", "-p", "nosuch", "--allow-empty", "--", "printf", "ran"])).toMatchObject({
      code: 0,
      stdout: "ran",
    });
  });

  test("says so if there are only documents, or nothing at all", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { keyType: "ssh" });
    expect(await svc(["run", "--", "true"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No variable is in any project. There are none yet."),
    });
  });

  test("points at svc pull if it is an env project's name; a key without the scope says so", async () => {
    const { key, session, svc } = await aCaller();
    await anEntry(key, { name: "billing" });
    await key.call(createEnvProject, { body: { name: "web" } });
    expect(await svc(["run", "-p", "web", "--", "true"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "There is billing. web is an env project: svc pull --project web writes its files.",
      ),
    });
    const { key: exportKey } = await session.call(createAccessKey, { body: { name: "ci", scopes: ["export:read"] } });
    const { code, stderr } = await svcWith(sharedBaseUrl(), exportKey)(["export", "-p", "web"]);
    expect([code, stderr]).toEqual([
      1,
      "svc: No variable is in web. With the scope entries:read, svc ls lists what there is. If web is an env project: svc pull --project web writes its files. Add --allow-empty if none is right.\n",
    ]);
  });

  test.each(["dotenv", "next", "shell", "compose", "docker", "json", "github"])(
    "exports nothing as %s and leaves the file unchanged",
    async (format) => {
      const { key, svc } = await aCaller();
      await anEntry(key, { name: "billing" });
      const file = path.join(aFolder(), "out.env");
      writeFileSync(file, "KEPT=1\n");
      for (const args of [["-o", file], []])
        expect(await svc(["export", "-f", format, "-p", "nosuch", ...args])).toMatchObject({
          code: 1,
          stdout: "",
          stderr: expect.stringContaining("There is billing."),
        });
      expect(await svc(["export", "-f", format, "-p", "nosuch", "-o", file, "--allow-empty"])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("was left unchanged"),
      });
      expect(readFileSync(file, "utf8")).toBe("KEPT=1\n");
      expect(await svc(["export", "-f", format, "-p", "nosuch", "-o", `${file}.new`, "--allow-empty"])).toMatchObject({
        code: 0,
        stderr: "",
      });
      expect(readFileSync(`${file}.new`, "utf8")).toBe(format === "json" ? "{}\n" : "");
    },
  );

  test.runIf(process.platform === "linux")("is written to a pipe without being read from there first", async () => {
    const { accessKey } = await aUserWithKey();
    const script = `"$0" "$1" export -f json -p nosuch -o /proc/self/fd/1 --allow-empty | cat`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, svcFile], {
      env: { ...process.env, HOME: aFolder(), SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key },
      encoding: "utf8",
      timeout: 20_000,
    });
    expect([stdout, stderr]).toEqual(["{}\n", ""]);
  });
});

import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { type Actor, aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { startSvc, svcWith } from "../../../support/programs/svc";
import { hostileValue } from "../../../unit/dotenv/hostile";

const { aFolder, aVault } = ownVaults();

async function aCaller(baseUrl = sharedBaseUrl()) {
  const user = await aUserWithKey({ baseUrl });
  return {
    ...user,
    svc: svcWith(baseUrl, user.accessKey.key),
    settings: { SVC_URL: baseUrl, SVC_ACCESS_KEY: user.accessKey.key },
  };
}

const aGroup = (who: Actor, values: Record<string, string>, environment?: "staging" | "production") =>
  anEntry(who, { keyType: "group", value: JSON.stringify(values), ...(environment ? { environment } : {}) });

/** A user whose vault has a value, for tests of the command's behaviour. */
async function aRunner() {
  const caller = await aCaller();
  await aGroup(caller.key, { INJECTED: "1" });
  return caller;
}

/** A command that prints its environment exactly. */
const printEnv = ["--", process.execPath, "-e", "process.stdout.write(JSON.stringify(process.env))"];
const environmentOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, string>;

describe("the environment of the command", () => {
  test("any values arrive byte for byte, including line breaks; a value that no environment can hold is refused by name", async () => {
    const { key, svc } = await aCaller();
    const { id } = await aGroup(key, { X: "1" });
    const values = fc.array(
      hostileValue.filter((text) => text.isWellFormed()),
      { minLength: 150, maxLength: 150 },
    );
    await fc.assert(
      fc.asyncProperty(values, async (texts) => {
        const fields = Object.fromEntries(texts.map((text, index) => [`TEST_${index}`, text]));
        await key.call(updateEntry, { params: { id }, body: { value: JSON.stringify(fields) } });
        const unfit = Object.keys(fields).filter((name) => fields[name]?.includes("\0"));
        const fit = Object.keys(fields).filter((name) => !unfit.includes(name));
        if (unfit.length > 0) {
          const refused = await svc(["run", ...printEnv]);
          expect([refused.code, refused.stdout]).toEqual([1, ""]);
          for (const name of unfit) expect(refused.stderr).toMatch(new RegExp(`\\b${name}\\b`));
        }
        const run = await svc(["run", "--only", fit.join(","), ...printEnv]);
        const found = environmentOf(run);
        for (const name of fit) expect([name, found[name]]).toEqual([name, fields[name]]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test("contains everything except svc's own key, however that was given; with --no-inherit only the basics", async () => {
    const { key, svc, accessKey } = await aCaller();
    await aGroup(key, { INJECTED: "1", OVER: "vault" });
    const file = path.join(aFolder(), "key");
    writeFileSync(file, `${accessKey.key}\n`);
    const inherited = await svc(["run", ...printEnv], { env: { OTHER: "2", OVER: "shell" } });
    expect(environmentOf(inherited)).toMatchObject({ INJECTED: "1", OTHER: "2", OVER: "vault" });
    const byFile = await svc(["run", ...printEnv], { env: { SVC_ACCESS_KEY: "", SVC_ACCESS_KEY_FILE: file } });
    expect(environmentOf(byFile)).toMatchObject({ INJECTED: "1" });
    for (const { stdout } of [inherited, byFile]) expect(stdout).not.toMatch(/svc_[\w-]{43}|SVC_ACCESS_KEY/);
    const bare = environmentOf(await svc(["run", "--no-inherit", ...printEnv], { env: { OTHER: "2" } }));
    expect(Object.keys(bare).sort()).toEqual(["HOME", "INJECTED", "OVER", "PATH"]);
  });

  test("a name with two entries is an error that names it, unless the selection is narrower", async () => {
    const { key, svc } = await aCaller();
    await aGroup(key, { TWICE: "staging", A: "1" }, "staging");
    await aGroup(key, { TWICE: "production", B: "2" }, "production");
    const marker = path.join(aFolder(), "ran");
    expect(await svc(["run", "--", "touch", marker])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("More than one entry sets TWICE"),
    });
    expect(existsSync(marker)).toBe(false);
    expect(environmentOf(await svc(["run", "-e", "production", ...printEnv]))).toMatchObject({
      TWICE: "production",
      B: "2",
    });
    expect(environmentOf(await svc(["run", "--only", "A,B", ...printEnv]))).toMatchObject({ A: "1", B: "2" });
  });

  test("--only passes just these names, and a missing one is an error", async () => {
    const { key, svc } = await aCaller();
    await aGroup(key, { A: "1", B: "2" });
    expect(environmentOf(await svc(["run", "--only", "B", ...printEnv]))).not.toHaveProperty("A");
    expect(await svc(["run", "--only", "A,NOPE", ...printEnv])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("No entry sets NOPE"),
    });
  });

  test("--only with no name, and a choice that leaves nothing, start no command", async () => {
    const { svc } = await aRunner();
    expect(await svc(["run", "--only", " , ", ...printEnv])).toMatchObject({ code: 2, stdout: "" });
    const nothing = ["--only", "INJECTED", "--except", "INJECTED"];
    expect(await svc(["run", ...nothing, ...printEnv])).toMatchObject({ code: 1, stdout: "" });
    expect((await svc(["run", ...nothing, "--allow-empty", ...printEnv])).code).toBe(0);
    for (const command of ["get", "rotate", "rm", "code", "inject"])
      expect(await svc([command, ""])).toMatchObject({ code: 2, stderr: expect.stringMatching(/is empty/) });
  });

  test("--except leaves these names out, such as a value that no environment can hold; a missing one is an error", async () => {
    const { key, svc } = await aCaller();
    await aGroup(key, { A: "1", B: "2", LARGE: "x".repeat(128 * 1024), NUL: "a\0b" });
    for (const [left, held] of [
      ["NUL", "LARGE"],
      ["LARGE", "NUL"],
    ] as const) {
      expect(await svc(["run", "--except", left, ...printEnv])).toEqual({
        code: 1,
        signal: null,
        stdout: "",
        stderr: expect.stringMatching(new RegExp(`^svc: ${held} can't be put into an environment: .*--except.*\\n$`)),
      });
    }
    const environment = environmentOf(await svc(["run", "--except", "LARGE, NUL,B", ...printEnv]));
    expect([environment.A, Object.keys(environment).filter((name) => ["B", "LARGE", "NUL"].includes(name))]).toEqual([
      "1",
      [],
    ]);
    expect(environmentOf(await svc(["run", "--only", "A,B", "--except", "A", ...printEnv]))).toMatchObject({ B: "2" });
    expect(await svc(["run", "--except", "A,NOPE", ...printEnv])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("No entry sets NOPE"),
    });
  });

  test("an environment that is too large in total is an error that names its largest variables", async () => {
    const { key, svc } = await aCaller();
    const names = Array.from({ length: 60 }, (_, index) => `LARGE_${index}`);
    for (let at = 0; at < names.length; at += 2)
      await anEntry(key, {
        keyType: "group",
        category: { name: `Large ${at}` },
        value: JSON.stringify({ [names[at] ?? ""]: "x".repeat(110_000), [names[at + 1] ?? ""]: "y".repeat(110_000) }),
      });
    expect(await svc(["run", ...printEnv])).toEqual({
      code: 126,
      signal: null,
      stdout: "",
      stderr: expect.stringMatching(
        /^svc: .* too large together\. The largest variables are LARGE_\d+, LARGE_\d+, LARGE_\d+: .*\n$/,
      ),
    });
  });
});

describe("the end of the command", () => {
  test.each([0, 1, 7, 255])("svc exits with the command's exit code %i", async (code) => {
    const { svc } = await aRunner();
    expect(await svc(["run", "--", process.execPath, "-e", `process.exit(${code})`])).toMatchObject({
      code,
      signal: null,
    });
  });

  test("arguments after -- belong to the command, including --help and --json", async () => {
    const { svc } = await aRunner();
    expect(await svc(["run", "--", "printf", "%s,", "--help", "--json", "--", "a b"])).toMatchObject({
      code: 0,
      stdout: "--help,--json,--,a b,",
    });
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const)(
    "%s reaches the command, whose reaction counts",
    async (signal) => {
      const { settings } = await aRunner();
      const script = `process.on("${signal}", () => process.exit(42)); process.stdout.write("ready"); setTimeout(() => process.exit(9), 20_000)`;
      const { child, ended } = startSvc(["run", "--", process.execPath, "-e", script], { env: settings });
      await once(child.stdout ?? child, "data");
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 42, signal: null });
    },
  );

  test.each(["SIGTERM", "SIGKILL"] as const)(
    "if %s ended the command, svc ends with the same signal",
    async (signal) => {
      const { svc } = await aRunner();
      expect(
        await svc([
          "run",
          "--",
          process.execPath,
          "-e",
          `process.kill(process.pid, "${signal}"); setTimeout(() => process.exit(9), 20_000)`,
        ]),
      ).toMatchObject({ code: null, signal });
    },
  );

  test("svc exits with 127 for a missing command, with 126 for one that can't be executed, and with 2 without a command", async () => {
    const { svc } = await aRunner();
    const folder = aFolder();
    const script = (name: string, mode: number) => {
      writeFileSync(path.join(folder, name), "#!/no/such/interpreter\n", { mode });
      return path.join(folder, name);
    };
    const ends = [
      ["no-such-program", 127, "there is no such program"],
      [path.join(folder, "none"), 127, "there is no such program"],
      [script("plain", 0o644), 126, "not executable"],
      [folder, 126, "not executable"],
      [script("script", 0o755), 126, "interpreter"],
      [`${script("file", 0o644)}/x`, 126, "can't be started"],
    ] as const;
    for (const [program, code] of ends)
      expect([program, await svc(["run", "--", program])]).toEqual([
        program,
        {
          code,
          signal: null,
          stdout: "",
          stderr: expect.stringMatching(new RegExp(`^svc: ${program} can't be started: .*\\n$`)),
        },
      ]);
    for (const [program, , words] of ends.slice(0, 5))
      expect((await svc(["run", "--mask", "--", program])).stderr).toContain(words);
    expect(await svc(["run", "npm"])).toMatchObject({ code: 2, stderr: expect.stringContaining("after --") });
    expect(await svc(["run", "--"])).toMatchObject({ code: 2 });
  });
});

describe("--mask", () => {
  test("hides values in both streams, even if they are printed in pieces", async () => {
    const { key, svc } = await aCaller();
    await aGroup(key, {
      PASSWORD: "not-a-real-password",
      KEY: "-----BEGIN KEY-----\nbm90IGEgcmVhbCBrZXksIGp1c3QgdGV4dA==\n-----END KEY-----",
    });
    const script = `
      const { PASSWORD, KEY } = process.env;
      process.stdout.write("<" + PASSWORD + ">\\n"); process.stderr.write("[" + PASSWORD + "]\\n");
      process.stdout.write(KEY.split("\\n").map((line) => "log " + line).join("\\n") + "\\n");
      let at = 0;
      const next = () => at < PASSWORD.length ? process.stdout.write(PASSWORD[at++], () => setImmediate(next)) : process.stdout.write(" end not-a-real-pass");
      next();`;
    const run = await svc(["run", "--mask", "--", process.execPath, "-e", script]);
    expect(run).toEqual({
      code: 0,
      signal: null,
      stderr: "[***]\n",
      stdout: "<***>\nlog -----BEGIN KEY-----\nlog ***\nlog -----END KEY-----\n*** end not-a-real-pass",
    });
  });

  test("lets the command notice that nobody reads any more, as without svc in between", async () => {
    const { key, settings } = await aCaller();
    await aGroup(key, { PASSWORD: "not-a-real-password" });
    const { child, ended } = startSvc(["run", "--mask", "--", "yes"], { env: settings });
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect((await ended).code).toBeGreaterThan(0);
  });

  test("passes on a large output completely, at the reader's speed", async () => {
    const { key, svc } = await aCaller();
    await aGroup(key, { PASSWORD: "not-a-real-password" });
    const run = await svc([
      "run",
      "--mask",
      "--",
      process.execPath,
      "-e",
      `process.stdout.write(("x".repeat(999) + process.env.PASSWORD + "\\n").repeat(3000))`,
    ]);
    expect(run.code).toBe(0);
    expect(run.stdout === `${"x".repeat(999)}***\n`.repeat(3000)).toBe(true);
  });
});

describe("--fallback", () => {
  test("stores an encrypted copy and uses it only if the vault can't be reached, and says so", async () => {
    const vault = await aVault();
    const { key, svc, accessKey, session } = await aCaller(vault.baseUrl);
    const { id } = await aGroup(key, { PASSWORD: "not-a-real-password" }, "staging");
    const file = path.join(aFolder(), "copy");
    const run = (...args: string[]) =>
      svc(["run", "--fallback", file, ...args, "--", "sh", "-c", 'printf %s "$PASSWORD"']);
    expect(await run("-e", "staging")).toMatchObject({ code: 0, stdout: "not-a-real-password", stderr: "" });
    expect(readFileSync(file, "utf8")).not.toContain("not-a-real");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await key.call(updateEntry, { params: { id }, body: { value: '{"PASSWORD":"a-newer-one"}' } });
    expect(await run("-e", "staging")).toMatchObject({ stdout: "a-newer-one" });

    await vault.stop();
    expect(await run("-e", "staging")).toMatchObject({
      code: 0,
      stdout: "a-newer-one",
      stderr: expect.stringMatching(/can't be reached \(ECONNREFUSED\)\..* Using the copy in .* from 20/),
    });
    expect(await run()).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("can't be decrypted") });
    expect(await svc(["run", "--", "true"])).toMatchObject({ code: 3 });
    expect(await svc(["run", "--fallback", `${file}-none`, "--", "true"])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("no copy"),
    });

    const again = await aVault({ dataDir: vault.dataDir, env: { PORT: String(vault.port) } });
    await session.fetch(`/api/access-keys/${accessKey.id}`, { method: "DELETE" });
    expect(await run("-e", "staging")).toMatchObject({ code: 4, stdout: "" });
    expect(again.port).toBe(vault.port);
  });
});

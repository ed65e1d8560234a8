import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { projectRoot } from "../../../support/vaults/server";
import { standIns } from "../../../support/vaults/stand-in";
import { installedPrograms } from "../../../support/programs/programs";
import { svcFile } from "../../../support/programs/svc";
import { readAsGithub } from "../../../unit/dotenv/model-readers";

const run = promisify(execFile);
const { aFolder } = ownVaults();
const examples = path.join(projectRoot, "docs/examples");
const example = (name: string) => path.join(examples, name);

const values = { STRIPE_SECRET_KEY: "it's 100% not-a-real $key", DATABASE_URL: "one\nline, and\r\nanother" };

async function aSetting() {
  const { session, accessKey } = await aUserWithKey();
  await anEntry(session, { keyType: "group", environment: "production", value: JSON.stringify(values) });
  return {
    PATH: process.env.PATH ?? "",
    HOME: aFolder(),
    NODE_ENV: "test" as const,
    SVC_URL: sharedBaseUrl(),
    SVC_ACCESS_KEY: accessKey.key,
  };
}

const printValues =
  "const { STRIPE_SECRET_KEY, DATABASE_URL, SVC_ACCESS_KEY } = process.env; console.log(JSON.stringify({ STRIPE_SECRET_KEY, DATABASE_URL, SVC_ACCESS_KEY }))";

describe("the examples in docs/examples", () => {
  test("curl.sh prints text that a shell can source", async () => {
    const env = await aSetting();
    const script = `set -a; . <(sh '${example("curl.sh")}' billing production); exec "$0" -e '${printValues}'`;
    const { stdout } = await run("bash", ["-c", script, process.execPath], { env });
    expect(JSON.parse(stdout)).toEqual({ ...values, SVC_ACCESS_KEY: env.SVC_ACCESS_KEY });
    await expect(
      run("sh", [example("curl.sh")], { env: { ...env, SVC_ACCESS_KEY: newAccessKey() } }),
    ).rejects.toMatchObject({ stdout: "" });
  });

  test("node.mjs prints one value", async () => {
    const env = await aSetting();
    expect((await run(process.execPath, [example("node.mjs"), "DATABASE_URL"], { env })).stdout).toBe(
      values.DATABASE_URL,
    );
    await expect(run(process.execPath, [example("node.mjs"), "NOPE"], { env })).rejects.toMatchObject({
      stderr: expect.stringContaining("No entry sets NOPE"),
    });
  });

  test.each(installedPrograms("python3"))(
    "run_with_secrets.py runs a command with the values, without the key, and exits with its exit code (%s)",
    async (python) => {
      const env = await aSetting();
      const call = (script: string) =>
        run(python, [example("run_with_secrets.py"), "billing", "production", "--", process.execPath, "-e", script], {
          env,
        });
      expect(JSON.parse((await call(printValues)).stdout)).toEqual(values);
      await expect(call("process.exit(7)")).rejects.toMatchObject({ code: 7 });
    },
  );

  test("the step of github-actions.yml masks each line of each value before it passes the values on", async () => {
    const env = await aSetting();
    const step =
      /run: \|\n((?: {10}.*\n)+)/
        .exec(readFileSync(example("github-actions.yml"), "utf8"))?.[1]
        ?.replaceAll(/^ {10}/gm, "") ?? "";
    const GITHUB_ENV = path.join(env.HOME, "github-env");
    // As a runner starts it.
    const { stdout } = await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step], {
      env: { ...env, GITHUB_ENV },
    });
    expect(stdout).toBe("::add-mask::it's 100%25 not-a-real $key\n::add-mask::line, and\n::add-mask::another\n");
    expect(readAsGithub(readFileSync(GITHUB_ENV, "utf8"), "linux")).toEqual(values);
  });

  test.each(installedPrograms("docker compose"))(
    "compose.yaml takes the values from svc run (%s compose)",
    async (docker) => {
      const env = await aSetting();
      const { stdout } = await run(
        process.execPath,
        [svcFile, "run", "--", docker, "compose", "-f", example("compose.yaml"), "config", "--format", "json"],
        { env },
      );
      expect((JSON.parse(stdout) as { services: { web: { environment: object } } }).services.web.environment).toEqual(
        values,
      );
    },
  );

  /** A folder with `.svc.json`, these examples and `svc` on the path, as a project has them. */
  async function aProjectWith(...names: string[]) {
    const env = await aSetting();
    const folder = aFolder();
    for (const name of names) copyFileSync(example(name), path.join(folder, name));
    writeFileSync(path.join(folder, ".svc.json"), '{"project":"billing","environment":"production"}');
    mkdirSync(path.join(env.HOME, "bin"));
    symlinkSync(svcFile, path.join(env.HOME, "bin/svc"));
    const bin = `${path.join(env.HOME, "bin")}:${path.dirname(process.execPath)}`;
    return { cwd: folder, env: { ...env, PATH: `${bin}:${env.PATH}` } };
  }

  test.each(installedPrograms("direnv"))(
    "with .envrc the values are in the environment of the folder, and none if the vault does not answer (%s)",
    async (direnv) => {
      const { cwd, env } = await aProjectWith(".envrc");
      await run(direnv, ["allow", "."], { cwd, env });
      const exec = (changed: object = {}) =>
        run(direnv, ["exec", ".", process.execPath, "-e", printValues], { cwd, env: { ...env, ...changed } });
      expect(JSON.parse((await exec()).stdout)).toEqual({ ...values, SVC_ACCESS_KEY: env.SVC_ACCESS_KEY });
      const failed = await exec({ SVC_URL: "http://127.0.0.1:9" });
      expect(JSON.parse(failed.stdout)).toEqual({ SVC_ACCESS_KEY: env.SVC_ACCESS_KEY });
      expect(failed.stderr).toContain("svc gave no values");
    },
  );

  test.each(installedPrograms("mise"))(
    "with mise.toml the values are in the environment of the folder and its tasks (%s)",
    async (mise) => {
      const { cwd, env } = await aProjectWith("mise.toml", "mise-env.sh");
      await run(mise, ["trust", "mise.toml"], { cwd, env });
      const exec = (changed: object = {}) =>
        run(mise, ["exec", "--", process.execPath, "-e", printValues], { cwd, env: { ...env, ...changed } });
      expect(JSON.parse((await exec()).stdout)).toMatchObject(values);
      await expect(exec({ SVC_URL: "http://127.0.0.1:9" })).rejects.toMatchObject({ stdout: "" });
    },
  );

  test("mise-env.sh exports the values in bash, and ends it if the vault does not answer", async () => {
    const { cwd, env } = await aProjectWith("mise-env.sh");
    const script = `source ./mise-env.sh; exec "$0" -e '${printValues}'`;
    const source = (changed: object = {}) =>
      run("bash", ["-c", script, process.execPath], { cwd, env: { ...env, ...changed } });
    expect(JSON.parse((await source()).stdout)).toEqual({ ...values, SVC_ACCESS_KEY: env.SVC_ACCESS_KEY });
    await expect(source({ SVC_URL: "http://127.0.0.1:9" })).rejects.toMatchObject({ code: 1, stdout: "" });
  });

  test("the command of billing.service runs as systemd expands it", async () => {
    const { SVC_ACCESS_KEY, SVC_URL, ...env } = await aSetting();
    const unit = readFileSync(example("billing.service"), "utf8");
    mkdirSync(path.join(env.HOME, "billing"));
    writeFileSync(path.join(env.HOME, "svc-key"), SVC_ACCESS_KEY);
    const command = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "")
      .replaceAll("%S", env.HOME)
      .split(" ")
      .map((word) => ({ "/usr/local/bin/svc": svcFile, "/usr/local/bin/billing": process.execPath })[word] ?? word);
    const keyFile = /SVC_ACCESS_KEY_FILE=(\S+)/.exec(unit)?.[1]?.replace("%d", env.HOME) ?? "";
    const { stdout } = await run(process.execPath, [...command, "-e", printValues], {
      env: { ...env, SVC_URL, SVC_ACCESS_KEY_FILE: keyFile },
    });
    expect(JSON.parse(stdout)).toEqual(values);
    expect(readFileSync(path.join(env.HOME, "billing/values"), "utf8")).toContain("svcFallback");
  });

  test.each(installedPrograms("systemd-analyze"))("billing.service is a valid unit (%s)", async (analyze) => {
    const file = path.join(aFolder(), "billing.service");
    writeFileSync(
      file,
      readFileSync(example("billing.service"), "utf8").replaceAll(/\/usr\/local\/bin\/\w+/g, "/bin/true"),
    );
    expect(await run(analyze, ["verify", file])).toMatchObject({ stderr: "" });
  });
});

describe("the examples, if the vault returns nothing or something else answers", () => {
  const aServer = standIns();
  const step = () =>
    /run: \|\n((?: {10}.*\n)+)/
      .exec(readFileSync(example("github-actions.yml"), "utf8"))?.[1]
      ?.replaceAll(/^ {10}/gm, "") ?? "";
  const started = "process.stdout.write('started')";
  const calls: [name: string, program: string, args: () => string[]][] = [
    ["curl.sh", "sh", () => [example("curl.sh"), "nosuch"]],
    ["node.mjs", process.execPath, () => [example("node.mjs"), "NOPE"]],
    [
      "run_with_secrets.py",
      "python3",
      () => [example("run_with_secrets.py"), "nosuch", "production", "--", process.execPath, "-e", started],
    ],
    [
      "github-actions.yml",
      "bash",
      () => ["--noprofile", "--norc", "-eo", "pipefail", "-c", step().replaceAll("project=billing", "project=nosuch")],
    ],
  ];

  test.each(calls.filter(([, program]) => program !== "python3" || installedPrograms("python3").length > 0))(
    "%s starts, prints and writes nothing",
    async (_, program, args) => {
      const env = await aSetting();
      const page: RequestListener = (_request, response) =>
        void response.setHeader("Content-Type", "text/html").end("echo started\n");
      const nobody: RequestListener = (_request, response) =>
        void response.setHeader("Content-Type", "text/plain").end();
      for (const SVC_URL of [env.SVC_URL, (await aServer(page)).url, (await aServer(nobody)).url]) {
        const GITHUB_ENV = path.join(env.HOME, "github-env");
        await expect(run(program, args(), { env: { ...env, SVC_URL, GITHUB_ENV } })).rejects.toMatchObject({
          stdout: "",
          stderr: expect.stringMatching(/No variable|no value|No entry|is not a vault|JSON/),
        });
        expect(existsSync(GITHUB_ENV)).toBe(false);
      }
    },
  );
});

describe("finding leaked keys", () => {
  const pattern = new RegExp(
    /^regex = '''(.*)'''$/m.exec(readFileSync(path.join(projectRoot, "docs/gitleaks.toml"), "utf8"))?.[1] ?? "",
  );

  test("the gitleaks rule finds every key anywhere, and nothing that only begins like one", () => {
    for (let round = 0; round < 500; round++) {
      const key = newAccessKey();
      for (const text of [key, `key = "${key}"`, `SVC_ACCESS_KEY=${key}\n`, `(${key})`])
        expect(pattern.exec(text)?.[1]).toBe(key);
      for (const text of [`${key}A`, key.slice(0, -1), `${key.slice(0, -1)}B`, `x${key}`])
        expect(pattern.exec(text)).toBeNull();
    }
  });

  test.each(installedPrograms("python3"))("is_access_key.py recognises keys by their checksum (%s)", async (python) => {
    const keys = Array.from({ length: 100 }, newAccessKey);
    const texts = [
      ...keys,
      ...keys.map(
        (key, index) =>
          key.slice(0, 4 + (index % 43)) + (key[4 + (index % 43)] === "A" ? "E" : "A") + key.slice(5 + (index % 43)),
      ),
      "",
      "svc_",
      "sk_test",
    ];
    const script =
      "import sys, json; sys.path.insert(0, sys.argv[1]); from is_access_key import is_access_key; print(json.dumps([is_access_key(text) for text in json.loads(sys.argv[2])]))";
    const { stdout } = await run(python, ["-B", "-c", script, examples, JSON.stringify(texts)]);
    expect(JSON.parse(stdout)).toEqual(texts.map((text) => keys.includes(text)));
  });
});

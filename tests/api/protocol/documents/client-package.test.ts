import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { scopes } from "@/lib/contracts/access/scopes";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { projectRoot } from "../../../support/vaults/server";

const run = promisify(execFile);
const source = path.join(projectRoot, "packages/client");
/** Away from the repository, whose packages would be found from below it. */
const home = mkdtempSync(path.join(os.tmpdir(), "client-package-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Without the network, and without the developer's own settings. */
const env = {
  PATH: process.env.PATH,
  HOME: home,
  NODE_ENV: "test" as const,
  npm_config_offline: "true",
  npm_config_update_notifier: "false",
  npm_config_cache: path.join(home, "cache"),
};
const tool = (name: string) => path.join(projectRoot, "node_modules", name);

const program = `
import { createClient, loadEnv, VaultError, watchEnv, type Outputs } from "secrets-vault-client";

export async function work(url: string, key: string) {
  const vault = createClient({ url, key });
  const category = await vault.createCategory({ body: { name: "Mail", keyType: "simple", envVarName: "MAIL_KEY" } });
  const entry = await vault.createEntry({ body: { categoryId: category.id, name: "shop", value: "sk_test_not_a_real_key" } });
  const { value } = await vault.revealEntry({ params: { id: entry.id } });
  const text: string = await vault.exportEntries({ query: { format: "json", project: "shop" } });
  const listed: Outputs["listEntries"] = await vault.listEntries();
  const code = await vault.getEntry({ params: { id: "none" } }).catch((error: unknown) => error instanceof VaultError ? error.code : "");
  const names: string[] = await loadEnv({ url, key, project: "shop", env: {} });
  const watched = await watchEnv({ url, key, project: "shop", onChange: (values, changed) => void [values, changed] });
  watched.stop();
  await vault.deleteEntry({ params: { id: entry.id } }, { ifVersion: entry.version });
  return { value, text, count: listed.length, code, names, watched: watched.values };
}
`;
const main = `${program}\nwork(process.env.VAULT ?? "", process.env.KEY ?? "").then((done) => console.log(JSON.stringify(done)));\ndeclare const process: { env: Record<string, string | undefined> };\n`;

const mistakes: [what: string, right: string, wrong: string][] = [
  ["a field that is none", 'keyType: "simple"', 'keytype: "simple"'],
  ["a value that is none", 'format: "json"', 'format: "yaml"'],
  ["a call that is none", "vault.listEntries()", "vault.listEntry()"],
  ["a call without its input", "vault.revealEntry({ params: { id: entry.id } })", "vault.revealEntry()"],
  ["a wrong type of an answer", "const text: string", "const text: number"],
  ["an option that is none", "{ ifVersion: entry.version }", "{ version: entry.version }"],
];

let packed: { filename: string; files: { path: string }[] };
let elsewhere = "";
const installed = (...names: string[]) => path.join(elsewhere, "node_modules/secrets-vault-client", ...names);
/** The compiler's messages for all programs, from one run. */
let complaints = "";

beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--silent", "--pack-destination", home], { cwd: source, env });
  [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [typeof packed];
  elsewhere = path.join(home, "project");
  mkdirSync(elsewhere);
  await run("npm", ["install", "--no-audit", "--no-fund", path.join(home, packed.filename)], { cwd: elsewhere, env });
  const programs: [name: string, text: string][] = [
    ["main.mts", main],
    ["main.cts", main],
    ...mistakes.map(([, right, wrong], index): [string, string] => [
      `mistake-${index}.mts`,
      main.replace(right, wrong),
    ]),
  ];
  for (const [name, text] of programs) writeFileSync(path.join(elsewhere, name), text);
  // Strictly, and with the package's own types checked: a program may have no types of Node or of the browser but these.
  const options = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
  ];
  complaints = await run(
    process.execPath,
    [tool("typescript/bin/tsc"), "--ignoreConfig", ...options, ...programs.map(([name]) => name)],
    { cwd: elsewhere },
  ).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
});

describe("the package of the client library, as npm publishes it", () => {
  test("consists of two builds with their types, depends on nothing, and has no zod in it", () => {
    expect(packed.files.map((file) => file.path).sort()).toEqual([
      "README.md",
      "dist/index.cjs",
      "dist/index.d.cts",
      "dist/index.d.ts",
      "dist/index.js",
      "package.json",
    ]);
    const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8")) as object;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    expect(readdirSync(path.join(elsewhere, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "secrets-vault-client",
    ]);
    for (const name of readdirSync(installed("dist")))
      expect([name, /zod|Zod|lib\/contracts/.exec(readFileSync(installed("dist", name), "utf8"))?.[0]]).toEqual([
        name,
        undefined,
      ]);
  });

  test("satisfies publint and arethetypeswrong", async () => {
    const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
    expect(messages).toEqual([]);
    const { stdout } = await run(
      process.execPath,
      [tool("@arethetypeswrong/cli/dist/index.js"), path.join(home, packed.filename), "--format", "json"],
      { env },
    );
    const { analysis } = JSON.parse(stdout) as {
      analysis: { problems: unknown[]; entrypoints: Record<string, { resolutions: Record<string, object> }> };
    };
    expect(analysis.problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints["."]?.resolutions ?? {})).toEqual(
      expect.arrayContaining(["node10", "node16-cjs", "node16-esm", "bundler"]),
    );
  });

  test("compiles in ES modules and in CommonJS", () => {
    expect(complaints).toContain("mistake-0.mts");
    expect(complaints.split("\n").filter((line) => line !== "" && !/^(mistake-|\s)/.test(line))).toEqual([]);
  });

  test.each(mistakes.map(([what], index) => [what, index] as const))("%s does not compile", (_, index) => {
    expect(complaints).toMatch(new RegExp(`^mistake-${index}\\.mts\\(.*error TS`, "m"));
  });

  test.each(["main.mjs", "main.cjs"])("calls a real vault (%s)", async (name) => {
    const { accessKey } = await aUserWithKey();
    const { stdout } = await run(process.execPath, [path.join(elsewhere, name)], {
      env: { ...env, VAULT: sharedBaseUrl(), KEY: accessKey.key },
    });
    const values = { MAIL_KEY: "sk_test_not_a_real_key" };
    expect(JSON.parse(stdout)).toEqual({
      value: values.MAIL_KEY,
      text: `${JSON.stringify(values, null, 2)}\n`,
      count: 1,
      code: "ENTRY_NOT_FOUND",
      names: ["MAIL_KEY"],
      watched: values,
    });
  });

  test("the examples of its README run as they are written", async () => {
    const { session } = await aUserWithKey();
    const { key } = await session.call(createAccessKey, { body: { name: "readme", scopes: [...scopes] } });
    await anEntry(session, { environment: "production" });
    const blocks = [...readFileSync(path.join(source, "README.md"), "utf8").matchAll(/```js\n([\s\S]*?)```/g)];
    const printed: string[] = [];
    for (const [index, [, block = ""]] of blocks.entries()) {
      const file = path.join(elsewhere, `example-${index}.mjs`);
      writeFileSync(file, block);
      const settings = { ...env, SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: key };
      printed.push((await run(process.execPath, [file], { env: settings })).stdout);
    }
    expect(printed).toEqual([
      "sk_test_not_a_real_key\n",
      "sk_test_not_a_real_key\n",
      "sk_test_not_a_real_key CHANGED_MEANWHILE 412\n",
    ]);
  });
});

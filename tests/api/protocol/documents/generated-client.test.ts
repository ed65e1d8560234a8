import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anonymous, aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { projectRoot } from "../../../support/vaults/server";

const run = promisify(execFile);

/** Inside the project, so that its packages are found like a user's own would be. */
const folder = path.join(projectRoot, "test-results/generated-client");
const file = (name: string) => path.join(folder, name);

const program = `
import createClient from "openapi-fetch";
import type { paths } from "./vault";

export async function work(baseUrl: string, key: string) {
  const vault = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
  const category = await vault.POST("/categories", { body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" } });
  if (!category.data) throw new Error(category.error.error);
  const entry = await vault.POST("/entries", { body: { categoryId: category.data.id, name: "billing", environment: "production", value: "sk_test_not_a_real_key" } });
  if (!entry.data) throw new Error(entry.error.code);
  const revealed = await vault.POST("/entries/{id}/reveal", { params: { path: { id: entry.data.id } } });
  const text = await vault.GET("/export", { params: { query: { format: "json", environment: "production" } }, parseAs: "text" });
  const missing = await vault.GET("/categories/{id}", { params: { path: { id: "none" } } });
  const value: string | Record<string, string> | undefined = revealed.data?.value;
  return { value, text: text.data, missing: missing.error?.code };
}
`;

const mistakes: [what: string, right: string, wrong: string][] = [
  ["a field that is none", 'keyType: "simple"', 'keytype: "simple"'],
  ["a path that is none", '"/export"', '"/exports"'],
  ["a format that is none", 'format: "json"', 'format: "yaml"'],
  ["a value of another type", "const value: string |", "const value: number |"],
];

/** The compiler's messages for all programs, from one run. */
let complaints = "";

beforeAll(async () => {
  const document = await (await anonymous().fetch("/api/openapi")).text();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file("vault.d.ts"), astToString(await openapiTS(document)));
  writeFileSync(file("program.ts"), program);
  mistakes.forEach(([, right, wrong], index) =>
    writeFileSync(file(`mistake-${index}.ts`), program.replace(right, wrong)),
  );
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--ignoreConfig",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom,dom.iterable",
  ];
  const programs = ["program.ts", ...mistakes.map((_, index) => `mistake-${index}.ts`)];
  complaints = await run(
    process.execPath,
    [path.join(projectRoot, "node_modules/typescript/bin/tsc"), ...options, ...programs],
    { cwd: folder },
  ).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a client generated from the OpenAPI document", () => {
  test("compiles in a program that uses it", () => {
    expect(complaints).toContain("mistake-0.ts");
    expect(complaints).not.toMatch(/^(program|vault)/m);
  });

  test.each(mistakes.map(([what], index) => [what, index] as const))("%s does not compile", (_, index) => {
    expect(complaints).toMatch(new RegExp(`^mistake-${index}\\.ts\\(.*error TS`, "m"));
  });

  test("calls a real vault", async () => {
    const { accessKey } = await aUserWithKey();
    writeFileSync(
      file("main.ts"),
      'import { work } from "./program";\nconsole.log(JSON.stringify(await work(process.env.VAULT ?? "", process.env.KEY ?? "")));\n',
    );
    buildSync({
      entryPoints: [file("main.ts")],
      outfile: file("main.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
    });
    const { stdout } = await run(process.execPath, [file("main.mjs")], {
      env: { PATH: process.env.PATH, NODE_ENV: "test", VAULT: `${sharedBaseUrl()}/api`, KEY: accessKey.key },
    });
    expect(JSON.parse(stdout)).toEqual({
      value: "sk_test_not_a_real_key",
      text: '{\n  "STRIPE_SECRET_KEY": "sk_test_not_a_real_key"\n}\n',
      missing: "CATEGORY_NOT_FOUND",
    });
  });
});

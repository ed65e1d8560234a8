import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectRoot } from "../support/vaults/server";

const folder = path.join(projectRoot, "dist");
const bundles = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => [name, readFileSync(path.join(folder, name))] as const);

test("the server's bundles are in ASCII, so that V8 keeps their source at one byte a character", () => {
  expect(bundles.map(([name]) => name)).toContain("server.mjs");
  expect(bundles.filter(([, bytes]) => bytes.some((byte) => byte > 127)).map(([name]) => name)).toEqual([]);
});

test("the server's bundles load no module of base64, which would stay in memory twice", () => {
  const text = bundles.map(([, bytes]) => bytes.toString("latin1")).join("\n");
  expect(text.match(/require\.resolve\("[^"]+\.wasm-base64\.mjs"\)/g)).toHaveLength(2);
  expect(text).not.toMatch(/import\("[^"]*base64[^"]*"\)/);
});

test.each(["server.mjs", "admin.mjs"])(
  "%s loads without Node's HTTP client, which would take a tenth of a command",
  (name) => {
    const bundle = JSON.stringify(pathToFileURL(path.join(folder, name)).href);
    const script = `await import(${bundle}); console.log(process.moduleLoadList.filter((name) => name.includes("undici")).length);`;
    const loaded = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
    expect(loaded).toBe("0\n");
  },
);

test.each(["openid-client", "@zxcvbn-ts/language-common", "nodemailer", "openai"])(
  "%s is loaded once it is needed, not at every start",
  (name) => {
    const text = bundles.map(([, bytes]) => bytes.toString("latin1")).join("\n");
    expect(text).toMatch(new RegExp(`import\\("${name}"\\)`));
    expect(text).not.toMatch(new RegExp(`(from |import |require\\()"${name}[/"]|node_modules/${name}/`));
  },
);

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const linesOf = (file: string) =>
  read(file)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

const instructions = read("Dockerfile").replace(/\\\n/g, "").split("\n");
/** The files that `COPY` takes from this folder, in order. */
const copies = (lines: readonly string[]) =>
  lines
    .filter((line) => /^COPY (?!--from)/.test(line))
    .map((line) => {
      const [, ...words] = line.split(/\s+/);
      return { sources: words.slice(0, -1), target: words.at(-1) ?? "" };
    });
const setupStep = instructions.findIndex((line) => line.startsWith("RUN") && line.includes("scripts/setup.mjs"));

const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import) "([^"]+)"/g)].map(([, name]) => name ?? "");
/** Our own modules that the setup imports. */
const setupModules = () =>
  importsOf("scripts/setup.mjs")
    .filter((name) => name.startsWith("./"))
    .map((name) => path.join("scripts", name));

/**
 * The repository's files that the setup reads: according to its own code, and that of npm and Prisma, which it runs.
 */
function readBySetup(): string[] {
  const made = linesOf(".gitignore").filter((line) => line.endsWith("/"));
  const own = [...read("scripts/setup.mjs").matchAll(/path\.join\(root, "([^"]+)"\)/g)]
    .map(([, file]) => file ?? "")
    .filter((file) => !made.some((folder) => `${file}/`.startsWith(folder)));
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  const manifests = workspaces
    .map((pattern) => path.dirname(pattern))
    .flatMap((folder) => readdirSync(path.join(projectRoot, folder)).map((name) => `${folder}/${name}/package.json`));
  return ["package.json", ".npmrc", "prisma.config.ts", "scripts/setup.mjs", ...setupModules(), ...own, ...manifests];
}

test("every path that is copied exists, and none is excluded from the build", () => {
  const sources = copies(instructions).flatMap((copy) => copy.sources);
  expect(sources.length).toBeGreaterThan(5);
  const left = linesOf(".dockerignore");
  for (const source of sources)
    expect([
      source,
      existsSync(path.join(projectRoot, source)),
      left.filter((line) => `${source}/`.startsWith(`${line}/`)),
    ]).toEqual([source, true, []]);
});

test("what the build does not read is not sent to it: a changed page of docs builds no image anew", () => {
  const [, list = ""] = /const sources = \[([^\]]*)\]/.exec(read("scripts/build.mjs")) ?? [];
  const sources = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(sources).toEqual(expect.arrayContaining(["app", "lib", "package-lock.json"]));
  const left = linesOf(".dockerignore");
  const isLeft = (name: string) => left.includes(name) || left.includes(`*${path.extname(name)}`);
  // An editor's own folders are nobody's business.
  const sent = readdirSync(projectRoot, { withFileTypes: true }).filter(
    ({ name }) => !isLeft(name) && (name === ".github" || !name.startsWith(".")),
  );
  expect(
    sent
      .filter((entry) => (entry.isDirectory() ? !sources.includes(entry.name) : /\.(md|tsbuildinfo)$/.test(entry.name)))
      .map(({ name }) => name),
  ).toEqual([]);
});

test("the files that the setup step reads are copied before it, each to its own place", () => {
  const read = readBySetup();
  expect(read).toEqual(
    expect.arrayContaining(["package-lock.json", "prisma/schema.prisma", "packages/svc/package.json"]),
  );
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-image-"));
  try {
    for (const { sources, target } of copies(instructions.slice(0, setupStep))) {
      for (const source of sources) {
        const from = path.join(projectRoot, source);
        cpSync(
          from,
          path.join(folder, target, target.endsWith("/") && statSync(from).isFile() ? path.basename(source) : ""),
          { recursive: true },
        );
      }
    }
    expect(read.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the setup step needs only Node's own modules and ours, which are copied before it", () => {
  const files = ["scripts/setup.mjs", ...setupModules()];
  expect(files).toContain("scripts/install-faults.mjs");
  const foreign = files.flatMap(importsOf).filter((name) => !name.startsWith("node:") && !name.startsWith("./"));
  expect(foreign).toEqual([]);
  expect(
    setupModules()
      .flatMap(importsOf)
      .filter((name) => name.startsWith(".")),
  ).toEqual([]);
});

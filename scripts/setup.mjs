// Adds what a clean clone lacks before it can be built: packages, the generated database client, the API page's assets.
// Plain JavaScript with only Node's own modules, since it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileFault, installFault } from "./install-faults.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const nodeVersionMin = [20, 19];

/**
 * The environment for Next's commands: they send no telemetry, and don't read a `.env` file next to this project, which
 * belongs to another one.
 */
export const nextEnvironment = { NEXT_TELEMETRY_DISABLED: "1", __NEXT_PROCESSED_ENV: "true" };

/** Ends the process with a message. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs a command to its end and shows its output on this terminal. Calls `fail` if the command fails. */
export function run(command, args, { what, env = {} } = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0)
    fail(`${what ?? `${command} ${args.join(" ")}`} failed${error ? ` (${error.code})` : ""}: see above.`);
}

export const digest = (...texts) =>
  texts.reduce((hash, text) => hash.update(text).update("\0"), createHash("sha256")).digest("hex");

const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Runs a command to its end without output. If it fails, calls `fail` with everything that it printed. */
export async function runQuietly(command, args, { what, env = {} } = {}) {
  const { code, output, error } = await outputOf(command, args, env);
  if (code === 0) return output;
  return fail(`${output.trimEnd()}\n\n${what ?? command} failed${error ? ` (${error.code})` : ""}: see above.`);
}

function outputOf(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => void (output += chunk));
    child.once("error", (error) => resolve({ code: null, output, error }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Prints one line for each step, with the time that it took. `work` may return a text to print instead of `done`. */
export async function timed(done, work) {
  const began = performance.now();
  const said = (await work()) ?? done;
  process.stdout.write(`${said} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

/**
 * Runs `work` unless it was already done for the same inputs, according to the stamp, and everything that it `makes`
 * exists.
 */
async function once(stampFile, inputs, work, makes = []) {
  const stamp = digest(...inputs);
  if (read(stampFile) === stamp && makes.every((place) => existsSync(path.join(root, place)))) return;
  await work();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

const modules = path.join(root, "node_modules");

/** Installs what running needs and, with `tools`, what testing and linting need. */
export async function setup({ tools = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < nodeVersionMin[0] || (major === nodeVersionMin[0] && minor < nodeVersionMin[1]))
    fail(
      `Node ${nodeVersionMin.join(".")} or newer is needed; this is ${process.versions.node}. Install Node's current long-term release.`,
    );
  // Tools that are installed stay installed. Without this, npm would remove them.
  const withTools = tools || existsSync(path.join(modules, "eslint"));
  const inputs = [process.versions.modules, read(path.join(root, "package-lock.json"))];
  await once(path.join(modules, withTools ? ".svc-tools-installed" : ".svc-installed"), inputs, () =>
    timed("", () => install(withTools)),
  );
  await Promise.all([
    once(
      path.join(modules, ".svc-generated"),
      [
        read(path.join(root, "prisma/schema.prisma")),
        read(path.join(modules, "prisma/package.json")),
        postgresqlSchema.toString(),
      ],
      () => timed("Generated the database clients", generate),
      ["lib/db/generated", "lib/db/generated-postgresql"],
    ),
    once(
      path.join(root, "public/swagger-ui/.stamp"),
      [read(path.join(modules, "swagger-ui-dist/package.json"))],
      copySwaggerUi,
    ),
  ]);
}

/** Returns a description of what was installed. */
async function install(withTools) {
  process.stdout.write(
    `Installing packages${withTools ? ", including those for testing" : ""}: half a minute or more…\n`,
  );
  // Not npm ci, which fails if a registry lacks optional packages for other platforms. The lock file decides all the
  // same. NODE_ENV does not matter: building needs dependencies, testing needs development dependencies.
  const [npm, ...script] = npmCommand();
  const { code, output, error } = await outputOf(npm, [
    ...script,
    "install",
    "--no-save",
    withTools ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=warn",
    // Without a network, npm would otherwise try for more than a minute before it reports that.
    "--fetch-retry-maxtimeout=10000",
  ]);
  if (error?.code === "ENOENT")
    fail("Installing the packages failed: there is no npm next to Node. Install npm, or a Node that includes it.");
  if (code !== 0) {
    const lock = JSON.parse(read(path.join(root, "package-lock.json")) || "{}");
    failInstall(installFault(output, { lock, folder: root }), output);
  }
  await loadNative();
  const added = /^added (\d+) packages?/m.exec(output)?.[1];
  return added ? `Installed ${added} packages` : "Brought the packages up to date";
}

/**
 * The npm that runs this, or the one beside Node as on Windows, both by their script: there, no program is called npm.
 * Otherwise the one on the path.
 */
function npmCommand() {
  const running = process.env.npm_execpath ?? "";
  const script = [running, path.join(path.dirname(process.execPath), "node_modules/npm/bin/npm-cli.js")].find(
    (file) => path.basename(file) === "npm-cli.js" && existsSync(file),
  );
  return script === undefined ? ["npm"] : [process.execPath, script];
}

function failInstall({ why, todo }, output) {
  const said = output
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^npm warn (?:EBADENGINE|Unknown)/.test(line))
    .slice(-20);
  fail(`Installing the packages failed: ${why}.\n${todo}${said.length > 0 ? `\n\nnpm said:\n${said.join("\n")}` : ""}`);
}

/** Packages with native parts. npm skips those that have none for this platform, without saying so. */
const native = ["@photostructure/sqlite", "@node-rs/argon2", "esbuild", "lightningcss", "@tailwindcss/postcss"];

async function loadNative() {
  const script = `for (const name of ${JSON.stringify(native)}) try { require(name); } catch (error) { console.log("can't load " + name + "\\n" + error.message); process.exit(1); }`;
  const { code, output } = await outputOf(process.execPath, ["-e", script]);
  if (code !== 0) failInstall(compileFault(/^can't load (\S+)/m.exec(output)?.[1] ?? "of native parts"), output);
}

async function generate() {
  const derived = path.join(root, "prisma/generated/postgresql.prisma");
  mkdirSync(path.dirname(derived), { recursive: true });
  writeFileSync(derived, postgresqlSchema(read(path.join(root, "prisma/schema.prisma"))));
  await Promise.all(
    [path.join(root, "prisma/schema.prisma"), derived].map((schema) =>
      // Generating needs no engine, but Prisma looks for its binary first and would download it. Any executable
      // satisfies it.
      runQuietly(process.execPath, [path.join(modules, "prisma/build/index.js"), "generate", "--schema", schema], {
        what: "Generating the database client",
        env: {
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
          CHECKPOINT_DISABLE: "1",
        },
      }),
    ),
  );
}

/** The schema in PostgreSQL's dialect: the same models with another provider and their own client. */
function postgresqlSchema(schema) {
  return [
    [`provider = "sqlite"`, `provider = "postgresql"`],
    // With joins, one statement reads a row and what belongs to it, and so at one moment.
    [
      `output   = "../lib/db/generated"`,
      `output   = "../../lib/db/generated-postgresql"\n  previewFeatures = ["relationJoins"]`,
    ],
  ].reduce((text, [sqlite, postgresql]) => {
    if (text.split(sqlite).length !== 2)
      fail(
        `prisma/schema.prisma must contain this line exactly once, since PostgreSQL's schema is derived from it: ${sqlite}`,
      );
    return text.replace(sqlite, postgresql);
  }, schema);
}

function copySwaggerUi() {
  const target = path.join(root, "public/swagger-ui");
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"])
    cpSync(path.join(root, "node_modules/swagger-ui-dist", file), path.join(target, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup({ tools: process.argv.includes("--tools") });

// What a clean clone lacks before it can be built: packages, the generated database client, the API page's assets.
// Plain JavaScript with Node's own modules alone, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

const nodeVersionMin = [20, 19];

/** What Next's commands run with: they report nothing home, and take another project's file `.env` beside this one for read. */
export const nextEnvironment = { NEXT_TELEMETRY_DISABLED: "1", __NEXT_PROCESSED_ENV: "true" };

/** Ends the process with a sentence. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs a command to its end, its output on this terminal; `fail`s when it does. */
export function run(command, args, { what, env = {} } = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0)
    fail(`${what ?? `${command} ${args.join(" ")}`} failed${error ? ` (${error.code})` : ""}: see above.`);
}

export const digest = (...texts) =>
  texts.reduce((hash, text) => hash.update(text).update("\0"), createHash("sha256")).digest("hex");

const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Does `work` unless it was done for the same inputs before, as the stamp says, and all that it `makes` is there. */
function once(stampFile, inputs, work, makes = []) {
  const stamp = digest(...inputs);
  if (read(stampFile) === stamp && makes.every((place) => existsSync(path.join(root, place)))) return;
  work();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

export function setup() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < nodeVersionMin[0] || (major === nodeVersionMin[0] && minor < nodeVersionMin[1]))
    fail(`Node ${nodeVersionMin.join(".")} or newer is needed; this is ${process.versions.node}.`);
  const modules = path.join(root, "node_modules");
  once(
    path.join(modules, ".svc-installed"),
    [process.versions.modules, read(path.join(root, "package-lock.json"))],
    () => {
      process.stdout.write("Installing packages…\n");
      // Not npm ci: it refuses where a registry lacks optional packages of other platforms. The lock file decides all the same.
      // With the development packages whatever NODE_ENV says: building and testing need them.
      run("npm", ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
        what: "Installing the packages (npm install)",
      });
    },
  );
  once(
    path.join(modules, ".svc-generated"),
    [
      read(path.join(root, "prisma/schema.prisma")),
      read(path.join(modules, "prisma/package.json")),
      postgresqlSchema.toString(),
    ],
    generate,
    ["lib/db/generated", "lib/db/generated-postgresql"],
  );
  once(
    path.join(root, "public/swagger-ui/.stamp"),
    [read(path.join(modules, "swagger-ui-dist/package.json"))],
    copySwaggerUi,
  );
}

function generate() {
  const derived = path.join(root, "prisma/generated/postgresql.prisma");
  mkdirSync(path.dirname(derived), { recursive: true });
  writeFileSync(derived, postgresqlSchema(read(path.join(root, "prisma/schema.prisma"))));
  for (const schema of [path.join(root, "prisma/schema.prisma"), derived]) {
    // Generating needs no engine, but Prisma looks for its binary first and would download it: any executable satisfies it.
    run(process.execPath, [path.join(root, "node_modules/prisma/build/index.js"), "generate", "--schema", schema], {
      what: "Generating the database client",
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" },
    });
  }
}

/** The one schema in PostgreSQL's dialect: the same models, another provider, a client of its own. */
function postgresqlSchema(schema) {
  return [
    [`provider = "sqlite"`, `provider = "postgresql"`],
    // With joins, a row and what it belongs to are read by one statement, and so at one moment.
    [
      `output   = "../lib/db/generated"`,
      `output   = "../../lib/db/generated-postgresql"\n  previewFeatures = ["relationJoins"]`,
    ],
  ].reduce((text, [sqlite, postgresql]) => {
    if (text.split(sqlite).length !== 2)
      fail(`prisma/schema.prisma must hold this line once, for PostgreSQL's schema to be made of it: ${sqlite}`);
    return text.replace(sqlite, postgresql);
  }, schema);
}

function copySwaggerUi() {
  const target = path.join(root, "public/swagger-ui");
  for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"])
    cpSync(path.join(root, "node_modules/swagger-ui-dist", file), path.join(target, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": path.resolve(import.meta.dirname) } };

/** Tests that talk to vaults in processes of their own, so that their files can share one themselves. */
const api = { testTimeout: 120_000, hookTimeout: 120_000, isolate: false };

/** What knows its database: SQLite's files, and what every vault does whatever it is kept in (HTTP, pages, TLS, svc, the provider's and the model's answers). */
const notOfPostgresql = [
  "tests/api/protocol/**",
  "tests/api/**/sqlite-*.test.ts",
  "tests/api/cli/svc-*.test.ts",
  "tests/api/cli/admin-command-line.test.ts",
  ...["oidc-failures", "required-second-factor"].map((name) => `tests/api/identity/${name}.test.ts`),
  ...["metrics", "readme", "start-settings"].map((name) => `tests/api/process/${name}.test.ts`),
  "tests/api/resources/ai-extract-model.test.ts",
  "tests/stress/stop.test.ts",
];

/**
 * Test files share what they import, worker by worker, which costs half of what loading it anew for each does. Those that put
 * something else in a module's, a clock's or a global's place, or ask for what a process does only once, have a process of their own.
 */
const ofOneProcess = unitTests().filter((file) =>
  /\bvi\.(mock|doMock|hoisted|resetModules|useFakeTimers|stubGlobal)\(|at most once an hour/.test(
    readFileSync(file, "utf8"),
  ),
);

function unitTests(): string[] {
  return readdirSync(path.join(import.meta.dirname, "tests/unit"), { recursive: true })
    .map((name) => `tests/unit/${String(name).replaceAll(path.sep, "/")}`)
    .filter((name) => name.endsWith(".test.ts"));
}

/** How often passwords are hashed, in what order, and what comes of it, is asked of the real argon2 with less to do. */
const resolveUnit = {
  alias: { ...resolve.alias, "@node-rs/argon2": path.resolve(import.meta.dirname, "tests/support/quick-argon2.ts") },
};

export default defineConfig({
  test: {
    // Half of the work is done by vaults in processes of their own, which a worker waits for.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    projects: [
      // No process, no network but this one's own: seconds.
      {
        resolve: resolveUnit,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          exclude: ofOneProcess,
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { resolve: resolveUnit, test: { name: "unit-isolated", include: ofOneProcess, testTimeout: 60_000 } },
      // What starts other programs: shells, Python, npm, ESLint.
      { resolve, test: { name: "programs", include: ["tests/programs/**/*.test.ts"], testTimeout: 60_000 } },
      {
        resolve,
        test: {
          ...api,
          name: "api",
          include: ["tests/api/**/*.test.ts", "tests/stress/**/*.test.ts"],
          globalSetup: ["tests/support/vaults/shared-vault.ts"],
          setupFiles: ["tests/support/vaults/needs-setup.ts"],
        },
      },
      // The same promises on PostgreSQL, and those on what it alone has.
      {
        resolve,
        test: {
          ...api,
          name: "api-postgresql",
          include: [
            "tests/api/**/*.test.ts",
            "tests/stress/**/*.test.ts",
            "tests/postgresql/**/*.test.ts",
            "tests/unit/services/{doors,fast-reads}.test.ts",
            "tests/unit/db/queries.test.ts",
          ],
          exclude: notOfPostgresql,
          globalSetup: ["tests/support/postgresql/shared-vault-postgresql.ts"],
          setupFiles: ["tests/support/vaults/needs-setup.ts", "tests/support/postgresql/use-postgresql.ts"],
        },
      },
      // What takes minutes, or programs that not every machine has.
      ...(process.env.FIGURES === "full"
        ? [{ resolve, test: { ...api, name: "figures", include: ["tests/figures/**/*.test.ts"] } }]
        : []),
      ...(process.env.SOAK_MINUTES
        ? [{ resolve, test: { ...api, name: "soak", include: ["tests/soak/**/*.test.ts"] } }]
        : []),
    ],
  },
});

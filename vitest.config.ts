import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": path.resolve(import.meta.dirname) } };

/** For tests that start vaults in separate processes. The test files themselves can share one. */
const api = { testTimeout: 120_000, hookTimeout: 120_000, isolate: false };

/**
 * Tests that don't depend on the database: SQLite's own files, and what every vault does whatever its database is
 * (HTTP, pages, TLS, svc, who is let in to an operation, the responses of providers and models).
 */
const notOfPostgresql = [
  "tests/api/protocol/**",
  "tests/api/**/sqlite-*.test.ts",
  "tests/api/svc/**",
  "tests/api/admin/admin-command-line.test.ts",
  ...["oidc-failures", "required-second-factor"].map((name) => `tests/api/identity/sign-in/${name}.test.ts`),
  ...["metrics", "pages-process", "readme", "start/start-settings"].map((name) => `tests/api/process/${name}.test.ts`),
  "tests/api/transfer/ai-extract-model.test.ts",
  "tests/api/access/guard.test.ts",
  "tests/stress/stop.test.ts",
];

/**
 * Test files that a worker runs share their imports, which takes half the time of loading them anew for each file.
 * Files that replace a module or a global, that don't give the clock back, or that test what a process does only once,
 * get their own process.
 */
const ofOneProcess = unitTests().filter((file) => {
  const text = readFileSync(file, "utf8");
  return (
    /\bvi\.(mock|doMock|hoisted|resetModules|stubGlobal)\(|\bvaultThat\(|a process of its own/.test(text) ||
    (text.includes("vi.useFakeTimers(") && !text.includes("vi.useRealTimers("))
  );
});

function unitTests(): string[] {
  return readdirSync(path.join(import.meta.dirname, "tests/unit"), { recursive: true })
    .map((name) => `tests/unit/${String(name).replaceAll(path.sep, "/")}`)
    .filter((name) => name.endsWith(".test.ts"));
}

/**
 * These test the real argon2, with less work to do: how often passwords are hashed, in what order, and with what
 * result.
 */
const resolveUnit = {
  alias: { ...resolve.alias, "@node-rs/argon2": path.resolve(import.meta.dirname, "tests/support/quick-argon2.mjs") },
};

export default defineConfig({
  test: {
    // Half of the work happens in the vaults' own processes, for which a worker waits.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    projects: [
      // No other process, no network beyond this process: takes seconds.
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
      // Tests that start other programs: shells, Python, npm, ESLint.
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
      // The same tests on PostgreSQL, and those of PostgreSQL alone.
      {
        resolve,
        test: {
          ...api,
          name: "api-postgresql",
          include: [
            "tests/api/**/*.test.ts",
            "tests/stress/**/*.test.ts",
            "tests/postgresql/**/*.test.ts",
            "tests/unit/services/*/{doors,drift-model,ended-callers,exposure,fast-reads,fingerprint-memory,history-model,links,references,rewritten-references,trash,trust-rules,uses}.test.ts",
            "tests/unit/webhooks/{deliver,deliverer,due,undecryptable}.test.ts",
            "tests/unit/mail/{deliver,digest,postman}.test.ts",
            "tests/unit/db/queries.test.ts",
            "tests/unit/auth/record-after-reply.test.ts",
          ],
          exclude: notOfPostgresql,
          globalSetup: ["tests/support/postgresql/shared-vault-postgresql.ts"],
          setupFiles: ["tests/support/vaults/needs-setup.ts", "tests/support/postgresql/use-postgresql.ts"],
        },
      },
      // These take minutes, or need programs that not every machine has.
      ...(process.env.LONG_RUNS === "full"
        ? [{ resolve, test: { ...api, name: "long-runs", include: ["tests/long-runs/**/*.test.ts"] } }]
        : []),
      ...(process.env.SOAK_MINUTES
        ? [{ resolve, test: { ...api, name: "soak", include: ["tests/soak/**/*.test.ts"] } }]
        : []),
    ],
  },
});

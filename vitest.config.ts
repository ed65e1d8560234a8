import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": path.resolve(import.meta.dirname) } };

/** Tests that talk to vaults in processes of their own. */
const api = { testTimeout: 120_000, hookTimeout: 120_000 };

/** What knows its database: SQLite's files, and what every vault does whatever it is kept in (HTTP, pages, TLS, svc's own side). */
const notOfPostgresql = [
  "tests/api/protocol/**",
  "tests/api/**/sqlite-*.test.ts",
  ...["command-line", "empty-selection", "input", "not-a-vault", "proxy", "run", "scan", "settings", "terminal"].map(
    (name) => `tests/api/cli/svc-${name}.test.ts`,
  ),
  ...["readme", "start-settings"].map((name) => `tests/api/process/${name}.test.ts`),
  "tests/stress/stop.test.ts",
];

export default defineConfig({
  test: {
    // Half of the work is done by vaults in processes of their own.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    projects: [
      // No process, no network but this one's own: seconds.
      { resolve, test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 } },
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

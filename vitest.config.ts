import path from "node:path";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": path.resolve(import.meta.dirname) } };

const api = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { resolve, test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 } },
      { resolve, test: { ...api, name: "api", include: ["tests/api/**/*.test.ts"], globalSetup: ["tests/support/vaults/shared-vault.ts"], setupFiles: ["tests/support/vaults/needs-setup.ts"] } },
      // The same promises on PostgreSQL, except those on the SQLite file itself, on pages, or on the server before them; and those on what PostgreSQL alone has.
      {
        resolve,
        test: {
          ...api,
          name: "api-postgresql",
          include: ["tests/api/**/*.test.ts", "tests/postgresql/**/*.test.ts", "tests/unit/services/fast-reads.test.ts"],
          exclude: ["tests/api/sqlite-*.test.ts", "tests/api/page-*.test.ts", "tests/api/protocol/tls.test.ts", "tests/api/protocol/tls-pipelining.test.ts", "tests/stress/stop.test.ts"],
          globalSetup: ["tests/support/postgresql/shared-vault-postgresql.ts"],
          setupFiles: ["tests/support/vaults/needs-setup.ts", "tests/support/postgresql/use-postgresql.ts"],
        },
      },
      // What takes minutes, or programs that not every machine has.
      ...(process.env.FIGURES === "full" ? [{ resolve, test: { ...api, name: "figures", include: ["tests/figures/**/*.test.ts"] } }] : []),
      ...(process.env.SOAK_MINUTES ? [{ resolve, test: { ...api, name: "soak", include: ["tests/soak/**/*.test.ts"] } }] : []),
    ],
  },
});

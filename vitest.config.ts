import path from "node:path";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": path.resolve(import.meta.dirname) } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { resolve, test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 } },
      { resolve, test: { name: "api", include: ["tests/api/**/*.test.ts"], globalSetup: ["tests/support/shared-vault.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});

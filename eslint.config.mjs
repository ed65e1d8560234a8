import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";
import { house } from "./scripts/house/index.mjs";

export default tseslint.config(
  {
    ignores: [
      ".next/**",
      "dist/**",
      "packages/*/dist/**",
      "lib/db/generated/**",
      "lib/db/generated-postgresql/**",
      "node_modules/**",
      "public/**",
      "next-env.d.ts",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  ...next,
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      eqeqeq: "error",
      "no-console": "error",
      "no-eval": "error",
      "no-new-func": "error",
    },
  },
  {
    files: ["{app,components,lib}/**/*.{ts,tsx}"],
    ignores: ["lib/env.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/env.ts reads settings." },
      ],
    },
  },
  {
    // Output is cleaned in one place.
    files: ["lib/admin/**/*.ts"],
    ignores: ["lib/admin/print.ts", "lib/admin/progress-bar.ts", "lib/admin/ask.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/env.ts reads settings." },
        ...["stdout", "stderr"].map((property) => ({
          object: "process",
          property,
          message: "Write to the terminal through lib/admin/print.ts, which cleans the text.",
        })),
      ],
    },
  },
  {
    files: ["{app,components,lib,packages}/**/*.{ts,tsx}"],
    plugins: { house },
    rules: { "house/walls": "error", "house/circles": "error", "house/sql": "error", "house/doors": "error" },
  },
  {
    // Only lib/crypto may use node:crypto. Random ids and checksums of migrations and compiled code are not secrets.
    files: ["{app,components,lib}/**/*.{ts,tsx}"],
    ignores: [
      "lib/crypto/**",
      "lib/db/migrate.ts",
      "lib/pages/compile-cache.ts",
      "lib/**/contracts/**",
      "lib/dotenv/**",
      "lib/client/**",
      "components/**",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value='node:crypto'] ImportSpecifier:not([imported.name='randomUUID'])",
          message: "Cryptography belongs in lib/crypto.",
        },
      ],
    },
  },
  {
    files: ["tests/unit/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        ...["node:child_process", "child_process"].map((name) => ({
          name,
          message: "Unit tests start no process: tests/programs is for those that do.",
        })),
      ],
    },
  },
);

import path from "node:path";
import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

/**
 * The walls of the house, one line each: a folder, and what it must not import. README.md says why.
 * Folders are given from the root; packages by name.
 */
const serverPackages = ["next", "next/*", "next-auth", "next-auth/*", "react", "react-dom"];
const serverFolders = ["lib/admin", "lib/auth", "lib/crypto", "lib/db", "lib/http", "lib/runtime", "lib/server", "lib/services", "lib/env", "lib/log", "lib/metrics"];
const pure = { packages: [...serverPackages, "node:*", "pino", "prom-client", "better-sqlite3", "@prisma/*"], folders: [...serverFolders, "components", "app", "lib/client"] };
const walls = [
  wall("lib/contracts", pure),
  wall("lib/dotenv", { ...pure, folders: [...pure.folders, "lib/contracts"] }),
  wall("lib/import", pure),
  wall("lib/client", { packages: ["node:*", "next-auth", "next-auth/*"], folders: [...serverFolders, "components", "app"] }),
  wall("components", { packages: ["node:*", "next-auth", "next-auth/*", "@prisma/*"], folders: [...serverFolders, "app"] }),
  wall("components/ui", { packages: ["node:*", "next-auth", "@prisma/*"], folders: [...serverFolders, "app", "lib/contracts", "components/layout", ...featureFolders()] }),
  ...featureFolders().map((feature) => wall(feature, { packages: ["node:*", "next-auth", "@prisma/*"], folders: [...serverFolders, "app", ...featureFolders().filter((other) => other !== feature)] })),
  wall("lib/crypto", { packages: [...serverPackages, "@prisma/*", "better-sqlite3", "pino"], folders: ["lib/admin", "lib/auth", "lib/client", "lib/contracts", "lib/db", "lib/dotenv", "lib/env", "lib/http", "lib/log", "lib/runtime", "lib/server", "lib/services", "components", "app"] }),
  wall("lib/db", { packages: serverPackages, folders: ["lib/admin", "lib/auth", "lib/client", "lib/contracts", "lib/crypto", "lib/dotenv", "lib/env", "lib/http", "lib/runtime", "lib/server", "lib/services", "components", "app"], cryptoDoor: false }),
  wall("lib/services", { packages: serverPackages, folders: ["lib/admin", "lib/http", "lib/server", "lib/client", "components", "app"] }),
  wall("lib/auth", { packages: ["next", "next/*", "react", "react-dom"], folders: ["lib/admin", "lib/http", "lib/server", "lib/client", "components", "app"] }),
  wall("lib/http", { packages: serverPackages, folders: ["lib/admin", "lib/db", "lib/server", "lib/services", "lib/client", "components", "app"] }),
  wall("lib/admin", { packages: [...serverPackages, "pino", "better-sqlite3", "@prisma/*"], folders: ["lib/auth", "lib/client", "lib/http", "lib/server", "components", "app"] }),
  wall("lib/server", { packages: ["react", "react-dom", "next-auth", "next-auth/*"], folders: ["lib/admin", "lib/services", "lib/client", "components"] }),
  // One file without dependencies: of the house it may read the writers of .env text, and the contracts' types.
  wall("packages/svc", { packages: [...serverPackages, "pino", "zod", "better-sqlite3", "@prisma/*"], folders: [...serverFolders, "lib/client", "lib/errors", "components", "app"] }),
];

function featureFolders() {
  return ["account", "access-keys", "ai-extract", "categories", "docs", "entries", "envs", "import", "stats", "two-factor"].map((name) => `components/${name}`);
}

/** One zone: files below `folder` may import neither the packages nor anything below the folders, however spelt. */
function wall(folder, { packages, folders }) {
  const local = folders.flatMap((target) => {
    const fromRoot = `@/${target}`;
    const steps = path.posix.relative(folder, target);
    const relative = ["", "../", "../../"].map((up) => `${up}${steps}`);
    return [fromRoot, `${fromRoot}/**`, ...relative.flatMap((way) => [way, `${way}/**`])];
  });
  const inside = new RegExp(`^(@/|(\\.\\./)+)?${folder}(/|$)`);
  const group = [...packages, ...local].filter((pattern) => !inside.test(pattern) && pattern !== "..");
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message: `${folder} must not import this: see the house in README.md.` }] }] },
  };
}

export default tseslint.config(
  { ignores: [".next/**", "dist/**", "packages/*/dist/**", "lib/db/generated/**", "lib/db/generated-postgresql/**", "node_modules/**", "public/**", "next-env.d.ts", "test-results/**", "playwright-report/**"] },
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
    rules: { "no-restricted-properties": ["error", { object: "process", property: "env", message: "Settings are read in lib/env.ts alone." }] },
  },
  {
    // What is printed is cleaned in one place.
    files: ["lib/admin/**/*.ts"],
    ignores: ["lib/admin/print.ts", "lib/admin/progress-bar.ts", "lib/admin/ask.ts"],
    rules: {
      "no-restricted-properties": ["error", { object: "process", property: "env", message: "Settings are read in lib/env.ts alone." }, ...["stdout", "stderr"].map((property) => ({ object: "process", property, message: "lib/admin/print.ts writes to the terminal, and cleans what it writes." }))],
    },
  },
  ...walls,
  {
    // node:crypto has one door, lib/crypto. Random ids and migration checksums are no secrets.
    files: ["{app,components,lib}/**/*.{ts,tsx}"],
    ignores: ["lib/crypto/**", "lib/db/migrate.ts", "lib/**/contracts/**", "lib/dotenv/**", "lib/client/**", "components/**"],
    rules: {
      "no-restricted-syntax": ["error", { selector: "ImportDeclaration[source.value='node:crypto'] ImportSpecifier:not([imported.name='randomUUID'])", message: "Cryptography is done in lib/crypto alone." }],
    },
  },
);

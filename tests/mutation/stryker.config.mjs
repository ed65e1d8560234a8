const folder = process.env.MUTATION_FOLDER ?? "";

const config = {
  mutate: process.env.MUTATION_FILES?.split(",") ?? [`lib/${folder}/**/*.ts`],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 10_000,
  // What the tests don't read isn't copied.
  ignorePatterns: [
    ".next",
    "dist",
    "packages/*/dist",
    "test-results",
    "data",
    "tests/mutation/node_modules",
    "tests/api",
    "tests/e2e",
  ],
  // What is worked out once, as a module loads, would need every test of the folder for each change.
  ignoreStatic: true,
  // A second run asks only for what changed since, in the code or in a test that reached it.
  incremental: true,
  incrementalFile: `test-results/mutation/${folder}-incremental.json`,
  tempDirName: "test-results/stryker",
  cleanTempDir: "always",
  checkers: [],
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `test-results/mutation/${folder}.json` },
  thresholds: { high: 95, low: 85, break: 85 },
};

export default config;

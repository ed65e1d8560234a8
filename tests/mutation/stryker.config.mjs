const folder = process.env.MUTATION_FOLDER ?? "";

const config = {
  mutate: process.env.MUTATION_FILES?.split(",") ?? [`lib/${folder}/**/*.ts`],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 10_000,
  // Files that the tests don't read are not copied.
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
  // Values that are computed when a module loads would need every test of the folder for each change.
  ignoreStatic: true,
  // A second run repeats only changes in code or tests since then.
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

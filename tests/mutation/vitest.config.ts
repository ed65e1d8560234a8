import { statSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const folder = process.env.MUTATION_FOLDER ?? "";

/** Short files first: a mutant is done at the first test that notices it, and complete journeys take longest. */
class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => statSync(left.moduleId).size - statSync(right.moduleId).size);
  }
}

// The unit tests of one folder: each mutant runs those that reach it. Without those that take seconds each, as they ask other
// programs how they read a text, or read megabytes. lib/dotenv keeps no state, so its test files can share what they import.
export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(import.meta.dirname, "../.."),
      "@node-rs/argon2": path.resolve(import.meta.dirname, "../support/quick-argon2.mjs"),
      "fast-check": path.resolve(import.meta.dirname, "fewer-cases.ts"),
    },
  },
  test: {
    root: path.resolve(import.meta.dirname, "../.."),
    sequence: { sequencer: ShortFirst },
    isolate: folder !== "dotenv",
    include: [`tests/unit/${folder}/**/*.test.ts`],
    exclude: [
      "tests/programs/dotenv-dialects.test.ts",
      "tests/unit/dotenv/parse-time.test.ts",
      "tests/programs/decode.test.ts",
    ],
    testTimeout: 60_000,
  },
});

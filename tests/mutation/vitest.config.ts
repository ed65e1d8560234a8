import path from "node:path";
import { defineConfig } from "vitest/config";

const folder = process.env.MUTATION_FOLDER ?? "";

// The unit tests of one folder: each mutant runs those that reach it. Without those that ask other programs how they read a
// text, which take seconds each.
export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname, "../.."), "@node-rs/argon2": path.resolve(import.meta.dirname, "quick-argon2.ts") } },
  test: { root: path.resolve(import.meta.dirname, "../.."), include: [`tests/unit/${folder}/**/*.test.ts`], exclude: ["tests/unit/dotenv/dialects.test.ts", "tests/unit/crypto/decode.test.ts"], testTimeout: 60_000 },
});

import { expect, test } from "vitest";
import { fileFor, strayEnvironments } from "@/components/ai-extract/target-file";
import { fileTypes } from "@/lib/client/words/file-names";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";

const entries = (...environments: (Environment | null)[]) => environments.map((environment) => ({ environment }));

test.each<[EnvFileType, (Environment | null)[], Environment[]]>([
  ["env", ["development", "staging", null], []],
  ["env", ["production", "development", "production"], ["production"]],
  ["env.local", ["production"], ["production"]],
  ["env.development", ["development", "staging", "production", null], ["staging", "production"]],
  ["env.production", ["production", null], []],
  ["env.production", ["development", "staging"], ["development", "staging"]],
])("into %s, of %j stray %j", (fileType, environments, strays) => {
  expect(strayEnvironments(fileType, entries(...environments))).toEqual(strays);
});

test.each<[EnvFileType, (Environment | null)[], EnvFileType]>([
  ["env", ["production"], "env.production"],
  ["env.local", ["production", null], "env.production"],
  ["env.production", ["development"], "env.development"],
  ["env.production", [null], "env.production"],
  ["env", ["staging"], "env"],
  // No file is right for both: the current one stays, with a warning.
  ["env", ["production", "staging"], "env"],
])("with %s on the screen, %j go into %s", (current, environments, file) => {
  expect(fileFor(entries(...environments), current, [], fileTypes)).toBe(file);
});

test.each<[current: EnvFileType, asked: Environment[], file: EnvFileType]>([
  ["env", ["production"], "env.production"],
  ["env.local", ["production"], "env.production"],
  ["env.production", ["development"], "env.development"],
  ["env", ["development"], "env.development"],
  ["env.local", ["development"], "env.local"],
  ["env.production", ["staging"], "env"],
  ["env.local", ["staging"], "env.local"],
  // Which of the two is not for the page to guess.
  ["env.local", ["development", "production"], "env.local"],
])("with %s on the screen, what is asked for %j goes into %s, whatever entries there are", (current, asked, file) => {
  expect(fileFor(entries(null), current, asked, fileTypes)).toBe(file);
});

test("a file that one does not reach is not filled", () => {
  expect(fileFor(entries(null), "env", ["production"], ["env", "env.local"])).toBe("env");
});

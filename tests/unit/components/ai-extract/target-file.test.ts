import { expect, test } from "vitest";
import { fileFor, strayEnvironments } from "@/components/ai-extract/target-file";
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
  expect(fileFor(entries(...environments), current)).toBe(file);
});

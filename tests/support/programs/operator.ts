import { expect } from "vitest";
import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { databaseSettings, projectRoot } from "../vaults/server";

export type CommandResult = { code: number | null; out: string; err: string };
export type CommandOptions = { input?: string; env?: Record<string, string> };

/** Runs one of the operator's commands on a data folder in a separate process, like an operator. */
export async function operate(
  dataDir: string,
  args: readonly string[],
  { input = "", env = {} }: CommandOptions = {},
): Promise<CommandResult> {
  return begin(dataDir, args, { input, env: { ...(await databaseSettings(dataDir)), ...env } }).ended;
}

/** The same, to be watched or killed while it runs. */
export function begin(
  dataDir: string,
  args: readonly string[],
  { input = "", env = {} }: CommandOptions = {},
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, [path.join(projectRoot, "tests/support/programs/built-admin.mjs"), ...args], {
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH ?? "", HOME: os.tmpdir(), NODE_ENV: "production", VAULT_DATA_DIR: dataDir, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const result: CommandResult = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (result.err += chunk.toString("utf8")));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = new Promise<CommandResult>((resolve) => child.once("close", (code) => resolve({ ...result, code })));
  return { child, ended };
}

/**
 * A refusal as an operator sees it: exit code, a message on standard error, no stack trace, nothing on standard output.
 */
export const refused = (sentence: RegExp, code = 1) => ({
  code,
  out: "",
  err: expect.stringMatching(sentence) as string,
});

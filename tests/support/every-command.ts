import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

/** Runs one of the operator's commands to its end on a data folder. */
export type Operate = (
  args: readonly string[],
  dataDir: string,
  input?: string,
) => { status: number | null; stdout: string; stderr: string };

/** Commands that run beside a vault, in this order. */
const besideVault: readonly (readonly [command: string, args: readonly string[], input?: string])[] = [
  ["user", ["add", "operator@example.com"], "not-a-real-password\n"],
  ["user", ["list"]],
  ["team", ["list"]],
  ["user", ["reset-password", "operator@example.com", "--generate"]],
  ["key", ["add", "operator@example.com", "--name", "packaged", "--scopes", "entries:read"]],
  ["user", ["delete", "operator@example.com", "--yes"]],
  ["verify", []],
  ["rotate", []],
  ["doctor", []],
];

/**
 * Runs every command beside the vault of a data folder, and restores its backup into another folder. Fails if one
 * fails, or if the help lists one that is missing here. `own` gives created files to the commands' user.
 */
export function runEveryCommand(operate: Operate, dataDir: string, own: (name: string) => void): void {
  for (const [command, args, input] of besideVault)
    expect([command, operate([command, ...args], dataDir, input)]).toEqual([
      command,
      expect.objectContaining({ status: 0 }),
    ]);
  const file = path.join(dataDir, "vault.backup");
  expect(operate(["backup", file], dataDir)).toMatchObject({ status: 0 });

  const restored = path.join(dataDir, "restored");
  mkdirSync(restored, { mode: 0o700 });
  cpSync(path.join(dataDir, "master.key"), path.join(restored, "master.key"));
  for (const name of [restored, path.join(restored, "master.key")]) own(name);
  expect(operate(["restore", file], restored)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/rows of .* restored/) as string,
  });
  // Nobody listens there, but the code for PostgreSQL is loaded anyway.
  expect(operate(["migrate-database", "--to", "postgresql://127.0.0.1:1/vault"], restored)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/can't be reached/) as string,
  });

  const known = [...operate(["--help"], dataDir).stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name);
  expect(new Set(known)).toEqual(
    new Set([...besideVault.map(([command]) => command), "backup", "restore", "migrate-database", "help"]),
  );
}

import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { newDataDir, projectRoot } from "../vaults/server";

export const svcFile = path.join(projectRoot, "packages/svc/dist/svc.cjs");

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** `input`: all of standard input; null leaves it open. */
export type SvcOptions = { env?: Record<string, string>; cwd?: string; input?: string | Buffer | null };

/** A home folder for the test, so that no svc settings of the developer are read or written. */
export const aHome = (): string => newDataDir();

/** Starts the bundled command like a script would, without the developer's own settings. */
export function startSvc(
  args: readonly string[],
  { env = {}, cwd = projectRoot, input }: SvcOptions = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const home = env.HOME ?? "/nonexistent";
  const child = spawn(process.execPath, [svcFile, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: home, NODE_ENV: "test", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (chunk: Buffer) => out[name].push(chunk));
  child.stdin.on("error", () => undefined);
  if (input !== null) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out.stdout).toString("utf8"),
        stderr: Buffer.concat(out.stderr).toString("utf8"),
      }),
    ),
  );
  return { child, ended };
}

/** Calls the bundled command and waits for it to end. */
export const svc = (args: readonly string[], options: SvcOptions = {}): Promise<Ended> => startSvc(args, options).ended;

/** The command with a vault's address and a key, as in CI. */
export const svcWith =
  (url: string, key: string) =>
  (args: readonly string[], { env, ...options }: SvcOptions = {}): Promise<Ended> =>
    svc(args, { ...options, env: { SVC_URL: url, SVC_ACCESS_KEY: key, ...env } });

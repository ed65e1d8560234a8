import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureDatabase, postgresqlUrlOf } from "./database";

export const projectRoot = path.resolve(import.meta.dirname, "../../..");

/** A vault in a process of its own, from the production build, on a data folder of its own. */
export type RunningVault = {
  baseUrl: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Everything that it printed so far: the welcome, log lines, errors. */
  output(): string;
  /** Sends a signal and waits for the end: the exit code, or the signal's name. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
};

/** Of every vault that says nothing else: its tests call from one address, and neither its failures nor its registrations must hold the others back. */
export const manyFailures = { AUTH_ADDRESS_FAILURES_MAX: "1000000" };

export type StartOptions = { env?: Record<string, string>; dataDir?: string };

export const newDataDir = (): string => mkdtempSync(path.join(os.tmpdir(), "vault-test-"));
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

/** The vaults that this test file has started, by their addresses. */
const started = new Map<string, { dataDir: string; env: Record<string, string> }>();
/** What puts the rows, the keys that sign them, or the name of the session's cookie elsewhere than where tests look for them. */
const elsewhere = /^(DATABASE_URL|VAULT_MASTER_KEYS|TLS_)|^NEXTAUTH_URL=https:/;

/** The data folder of a vault of this test file's, if all that makes a user is in there; else undefined. */
export function folderOfUsers(baseUrl: string): string | undefined {
  const vault = started.get(baseUrl);
  const settings = Object.entries(vault?.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return settings.some((setting) => elsewhere.test(setting)) ? undefined : vault?.dataDir;
}

/** Only what a process needs to run: nothing of the developer's own settings reaches the vault. */
const cleanEnv = { PATH: process.env.PATH ?? "", HOME: os.tmpdir(), NODE_ENV: "production" as const };

/** The database that belongs to a data folder, on the server that this test file uses; nothing on SQLite. */
export async function databaseSettings(dataDir: string): Promise<Record<string, string>> {
  const url = postgresqlUrlOf(dataDir);
  if (url === undefined) return {};
  await ensureDatabase(url);
  return { DATABASE_URL: url };
}

/** Runs the start command. Its outcome: that it listens, or ended without. */
export async function launch({ env = {}, dataDir = newDataDir() }: StartOptions = {}): Promise<{
  child: ChildProcess;
  dataDir: string;
  output(): string;
  outcome: Promise<{ url: string } | { code: number | null }>;
}> {
  const settings = { ...manyFailures, ...(await databaseSettings(dataDir)), ...env };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: projectRoot,
    env: { ...cleanEnv, PORT: "0", VAULT_DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const outcome = new Promise<{ url: string } | { code: number | null }>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      const url = /The vault is open at (\S+)/.exec(printed)?.[1];
      if (url) resolve({ url });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    // Not "exit": only at "close" has all that it printed been read.
    child.once("close", (code) => resolve({ code }));
  });
  return { child, dataDir, output: () => printed, outcome };
}

/** Starts a vault, or throws with what it printed. */
export async function startVault(options: StartOptions = {}): Promise<RunningVault> {
  const { child, dataDir, output, outcome } = await launch(options);
  const result = await outcome;
  if (!("url" in result)) throw new Error(`The vault ended with ${result.code}:\n${output()}`);
  const port = Number(new URL(result.url).port);
  const baseUrl = `http://127.0.0.1:${port}`;
  started.set(baseUrl, { dataDir, env: options.env ?? {} });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal)),
  );
  return {
    baseUrl,
    port,
    dataDir,
    process: child,
    output,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

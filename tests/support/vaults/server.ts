import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDatabase, postgresqlUrlOf } from "./database";
import { quickFolder } from "./quick-folder";

export const projectRoot = path.resolve(import.meta.dirname, "../../..");

/** A vault in a separate process, from the production build, on its own data folder. */
export type RunningVault = {
  baseUrl: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Everything that it has printed so far: the welcome message, log lines, errors. */
  output(): string;
  /** Sends a signal and waits for the end. Returns the exit code, or the signal's name. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
};

/**
 * The default for every vault: its tests use one address, and neither failures nor registrations there must throttle
 * the others.
 */
export const manyFailures = { AUTH_ADDRESS_FAILURES_MAX: "1000000" };

/**
 * `release`: the folder of another release's migrations and pages, with the server of this one. `argon2`: for tests of what
 * hashing costs; otherwise a password takes a fraction of it. `byScript`: as `npm start` does it.
 */
export type StartOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  release?: string;
  argon2?: "real";
  byScript?: true;
};

const ofRelease = (folder: string) => [
  "--input-type=module",
  "--eval",
  `const { start } = await import(${JSON.stringify(pathToFileURL(path.join(projectRoot, "dist/server.mjs")).href)}); await start(${JSON.stringify(folder)});`,
];

const quickArgon2 = ["--import", pathToFileURL(path.join(projectRoot, "tests/support/preloaded-argon2.mjs")).href];
/** The data folders of vaults that take the real one. */
const withRealArgon2 = new Set<string>();

/** Whether the vaults of a data folder know quick hashes. */
export const knowsQuickHashes = (dataDir: string): boolean => !withRealArgon2.has(dataDir);

export const newDataDir = (): string => mkdtempSync(path.join(quickFolder(), "vault-test-"));
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

/** The vaults of this process that run, by their addresses: another program may get the port of one that has ended. */
const started = new Map<string, { dataDir: string; env: Record<string, string> }>();
/** Settings that move the rows, the keys that sign them, or the name of the session's cookie. */
const elsewhere = /^(DATABASE_URL|VAULT_MASTER_KEYS|TLS_)|^NEXTAUTH_URL=https:/;

/** The data folder of a vault that tests started, if a user can be made with nothing else; otherwise undefined. */
export function folderOfUsers(baseUrl: string): string | undefined {
  const vault = started.get(baseUrl);
  const settings = Object.entries(vault?.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return settings.some((setting) => elsewhere.test(setting)) ? undefined : vault?.dataDir;
}

/** Only what a process needs to run. None of the developer's own settings reaches the vault. */
const cleanEnv = { PATH: process.env.PATH ?? "", HOME: os.tmpdir(), NODE_ENV: "production" as const };

/** The database of a data folder, on this test file's server; empty on SQLite. */
export async function databaseSettings(dataDir: string): Promise<Record<string, string>> {
  const url = postgresqlUrlOf(dataDir);
  if (url === undefined) return {};
  await ensureDatabase(url);
  return { DATABASE_URL: url };
}

/** Starts what is built. Returns whether it listens or ended before. */
export async function launch({
  env = {},
  dataDir = newDataDir(),
  release,
  argon2,
  byScript,
}: StartOptions = {}): Promise<{
  child: ChildProcess;
  dataDir: string;
  output(): string;
  outcome: Promise<{ url: string } | { code: number | null }>;
}> {
  const settings = { ...manyFailures, ...(await databaseSettings(dataDir)), ...env };
  if (argon2 === "real") withRealArgon2.add(dataDir);
  const ofThisRelease = [byScript === true ? "scripts/start.mjs" : "tests/support/vaults/built-vault.mjs"];
  const command = release === undefined ? ofThisRelease : ofRelease(release);
  const child = spawn(process.execPath, [...(argon2 === "real" ? [] : quickArgon2), ...command], {
    cwd: projectRoot,
    env: { ...cleanEnv, PORT: "0", VAULT_DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const outcome = new Promise<{ url: string } | { code: number | null }>((resolve) => {
    let isOpen = false;
    const read = (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      // Only until it is found: a vault that many tests share prints megabytes.
      const url = isOpen ? undefined : /The vault is open at (\S+)/.exec(printed)?.[1];
      if (!url) return;
      isOpen = true;
      resolve({ url });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    // Not "exit": only at "close" has all of its output been read.
    child.once("close", (code) => resolve({ code }));
  });
  return { child, dataDir, output: () => printed, outcome };
}

/** Starts a vault, or throws with its output. */
export async function startVault(options: StartOptions = {}): Promise<RunningVault> {
  const { child, dataDir, output, outcome } = await launch(options);
  const result = await outcome;
  if (!("url" in result)) throw new Error(`The vault ended with ${result.code}:\n${output()}`);
  const port = Number(new URL(result.url).port);
  const baseUrl = `http://127.0.0.1:${port}`;
  const vault = { dataDir, env: options.env ?? {} };
  started.set(baseUrl, vault);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("close", (code, signal) => {
      if (started.get(baseUrl) === vault) started.delete(baseUrl);
      resolve(code ?? signal);
    }),
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

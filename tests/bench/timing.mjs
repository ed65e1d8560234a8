// What benches share that compare the times of two kinds of requests.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A vault of its own on this machine, with further settings. `end` stops it and deletes its data. */
export async function startVault(settings) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "vault-bench-"));
  const env = {
    PATH: process.env.PATH,
    HOME: os.tmpdir(),
    NODE_ENV: "production",
    PORT: "0",
    VAULT_DATA_DIR: dataDir,
    ...settings,
  };
  const vault = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => vault.once("close", resolve));
  const end = async () => {
    vault.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { baseUrl: await addressOf(vault), end };
}

function addressOf(vault) {
  let printed = "";
  return new Promise((resolve, reject) => {
    vault.stdout.on("data", (chunk) => {
      printed += chunk;
      const url = /The vault is open at (\S+)/.exec(printed)?.[1];
      if (url) resolve(url.replace("localhost", "127.0.0.1"));
    });
    vault.once("close", () => reject(new Error(`The vault ended:\n${printed}`)));
  });
}

/** Sends e-mail and password as the sign-in page does, with the token against forged forms that it got before. */
export async function signInForm(baseUrl) {
  const start = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = await start.json();
  const Cookie = cookiesOf(start);
  return (email, password) =>
    fetch(`${baseUrl}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { Cookie },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
      redirect: "manual",
    });
}

/** The cookies that an answer sets, as a request sends them. */
export const cookiesOf = (response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** How far the sum of ranks of the first ones lies from what chance would give, in standard deviations (Mann and Whitney). */
export function rankDistance(first, second) {
  const all = [...first.map((value) => [value, 1]), ...second.map((value) => [value, 0])];
  all.sort(([left], [right]) => left - right);
  const sum = all.reduce((total, [, isFirst], at) => total + isFirst * (at + 1), 0);
  const [m, n] = [first.length, second.length];
  return (sum - (m * (m + n + 1)) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}

export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

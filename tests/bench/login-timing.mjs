// Whether the time of a refused sign-in tells who has an account: as many wrong passwords for known addresses as for
// unknown ones, taking turns. Prints the medians; ends with 1 when they lie more than 5 ms apart.
//
//     node scripts/build.mjs && node tests/bench/login-timing.mjs [attempts of each kind, 500 unless told]
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const attempts = Number(process.argv[2] ?? 500);
/** An account has this many failures before it is throttled. */
const failuresOfEach = 5;
const medianMsApartMax = 5;

const dataDir = mkdtempSync(path.join(os.tmpdir(), "vault-bench-"));
const env = {
  PATH: process.env.PATH,
  HOME: os.tmpdir(),
  NODE_ENV: "production",
  PORT: "0",
  VAULT_DATA_DIR: dataDir,
  AUTH_ADDRESS_FAILURES_MAX: "1000000",
};
const vault = spawn(process.execPath, ["scripts/start.mjs"], {
  cwd: path.resolve(import.meta.dirname, "../.."),
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = new Promise((resolve) => vault.once("close", resolve));

try {
  const baseUrl = await address();
  const known = await accounts(baseUrl);
  const unknown = known.map(() => `${randomUUID()}@example.com`);
  const signIn = await signingIn(baseUrl);
  // The first page loads Next.
  for (let at = 0; at < 10; at += 1) await signIn(`warm-up-${at}@example.com`);
  const ms = { known: [], unknown: [] };
  for (let at = 0; at < attempts; at += 1) {
    const turn = [
      ["known", known],
      ["unknown", unknown],
    ];
    for (const [kind, emails] of at % 2 === 0 ? turn : turn.toReversed())
      ms[kind].push(await signIn(emails[Math.floor(at / failuresOfEach)]));
  }
  const apart = Math.abs(quantile(ms.known, 0.5) - quantile(ms.unknown, 0.5));
  for (const kind of ["known", "unknown"])
    console.log(
      `${kind.padEnd(8)} ${attempts} attempts   median ${quantile(ms[kind], 0.5).toFixed(2)} ms   5 % ${quantile(ms[kind], 0.05).toFixed(2)}   95 % ${quantile(ms[kind], 0.95).toFixed(2)}`,
    );
  console.log(`medians ${apart.toFixed(2)} ms apart, at most ${medianMsApartMax} allowed`);
  process.exitCode = apart > medianMsApartMax ? 1 : 0;
} finally {
  vault.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

function address() {
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

async function accounts(baseUrl) {
  const emails = Array.from({ length: Math.ceil(attempts / failuresOfEach) }, () => `${randomUUID()}@example.com`);
  for (const email of emails) {
    const { status } = await fetch(`${baseUrl}/api/auth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "not-a-real-password" }),
    });
    if (status !== 201) throw new Error(`Registration was answered with ${status}`);
  }
  return emails;
}

/** A refused sign-in, and its time in milliseconds. */
async function signingIn(baseUrl) {
  const start = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = await start.json();
  const Cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return async (email) => {
    const body = new URLSearchParams({ csrfToken, email, password: "not-the-password", json: "true" });
    const began = performance.now();
    const response = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { Cookie },
      body,
      redirect: "manual",
    });
    await response.arrayBuffer();
    const took = performance.now() - began;
    if (response.status !== 401) throw new Error(`A wrong password was answered with ${response.status}`);
    return took;
  };
}

function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

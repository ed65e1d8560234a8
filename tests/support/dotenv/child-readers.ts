import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Variables = Record<string, string>;

const cleanEnv = { NODE_ENV: "test" as const, PATH: process.env.PATH ?? "/usr/bin:/bin" };

/** What @next/env reads from each text as the `.env` of a production build. */
export function readAsNext(texts: readonly string[]): Variables[] {
  const folder = mkdtempSync(join(tmpdir(), "next-env-"));
  try {
    const script = `
      const { writeFileSync, readFileSync } = require("node:fs");
      const { loadEnvConfig } = require(${JSON.stringify(createRequire(import.meta.url).resolve("@next/env"))});
      const silent = { info() {}, error(...words) { throw new Error(words.join(" ")); } };
      const read = JSON.parse(readFileSync("texts.json", "utf8")).map((text) => {
        writeFileSync(".env", text);
        return loadEnvConfig(process.cwd(), false, silent, true).parsedEnv;
      });
      writeFileSync("read.json", JSON.stringify(read));
      process.stdout.write(readFileSync("read.json"));`;
    writeFileSync(join(folder, "texts.json"), JSON.stringify(texts));
    const run = spawnSync(process.execPath, ["--eval", script], {
      cwd: folder,
      env: cleanEnv,
      encoding: "utf8",
      maxBuffer: 2 ** 27,
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout) as Variables[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `docker create --env-file` sends to its daemon: the real client, with a daemon that only listens. */
export async function readAsDockerClient(text: string): Promise<Variables> {
  const folder = mkdtempSync(join(tmpdir(), "docker-env-"));
  let created = "";
  const daemon = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      response.setHeader("Api-Version", "1.44");
      if (request.method !== "POST") return void response.end("OK");
      created = body;
      response.writeHead(201, { "Content-Type": "application/json" }).end('{"Id":"not-a-container","Warnings":[]}');
    });
  }).listen(0, "127.0.0.1");
  try {
    await once(daemon, "listening");
    writeFileSync(join(folder, "file.env"), text);
    const host = `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`;
    const client = spawn(
      "docker",
      ["--host", host, "create", "--pull", "never", "--env-file", join(folder, "file.env"), "none"],
      { env: { ...cleanEnv, HOME: folder }, stdio: ["ignore", "ignore", "pipe"] },
    );
    let complaint = "";
    client.stderr.setEncoding("utf8").on("data", (chunk: string) => (complaint += chunk));
    const [status] = (await once(client, "close")) as [number];
    if (status !== 0) throw new Error(complaint);
    const { Env } = JSON.parse(created) as { Env: string[] | null };
    return Object.fromEntries(
      (Env ?? []).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
  } finally {
    daemon.close();
    rmSync(folder, { recursive: true });
  }
}

/** The TEST_* variables that a real shell exports after sourcing `text`. */
export function source(shell: "bash" | "sh", text: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "dotenv-"));
  try {
    const file = join(folder, "file.env");
    writeFileSync(file, text);
    const run = spawnSync(shell, ["-c", 'set -a; . "$1"; env -0', shell, file], {
      // With a socket as standard input, bash would read its start-up files.
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_ENV: "test", PATH: "/usr/bin:/bin" },
      encoding: "utf8",
      cwd: folder,
      maxBuffer: 2 ** 26,
    });
    if (run.status !== 0 || run.stderr !== "") throw new Error(`${shell} ended with ${run.status}: ${run.stderr}`);
    const variables = run.stdout
      .split("\0")
      .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)] as const);
    return Object.fromEntries(variables.filter(([name]) => name.startsWith("TEST_")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

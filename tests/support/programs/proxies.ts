import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { findProgram } from "./programs";

export type ProxyProgram = "caddy" | "haproxy" | "nginx";

/** The proxies on this machine. A test says nothing about others, which it has not tried. */
export const installedProxies: readonly ProxyProgram[] = (["caddy", "haproxy", "nginx"] as const).filter(
  (program) => findProgram(program) !== null,
);

const commands: Record<ProxyProgram, (folder: string, file: string) => string[]> = {
  caddy: (_folder, file) => ["run", "--config", file, "--adapter", "caddyfile"],
  haproxy: (_folder, file) => ["-db", "-f", file],
  nginx: (folder, file) => ["-p", folder, "-c", file, "-e", "stderr"],
};

/** nginx's main context around the content of an http block. Everything that it writes goes into the folder. */
function nginxConfig(folder: string, httpBlock: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off;\nworker_processes 1;\n${process.getuid?.() === 0 ? "user root;\n" : ""}pid ${folder}/nginx.pid;\nevents { worker_connections 512; }\nhttp {\naccess_log off;\nerror_log stderr warn;\n${temporary}\n${httpBlock}\n}\n`;
}

export type RunningProxy = {
  /** Everything that it has printed so far. */
  output(): string;
  /** At once by default. nginx's workers survive a killed master, so nginx is asked to stop. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts an installed proxy with a configuration (for nginx, its http block), and resolves once it listens on all of
 * `ports` of 127.0.0.1. If it ends before, throws its output. `folder`: a temporary folder for what it writes. `env`:
 * additions to its environment.
 */
export async function startProxy(
  program: ProxyProgram,
  config: string,
  { ports, folder, env: more = {} }: { ports: readonly number[]; folder: string; env?: Record<string, string> },
): Promise<RunningProxy> {
  const file = path.join(folder, `${program}.conf`);
  writeFileSync(file, program === "nginx" ? nginxConfig(folder, config) : config);
  // Caddy's folder for certificates, and its administration, which would listen on a fixed port.
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CADDY_ADMIN: `unix/${folder}/admin.sock`,
    ...more,
  };
  const child = spawn(findProgram(program) ?? program, commands[program](folder, file), {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.once("error", (error) => (printed += String(error)));
  const failed = ended.then(() => {
    throw new Error(`${program} ended:\n${printed}`);
  });
  failed.catch(() => {});
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await Promise.race([
    Promise.all(ports.map((port) => untilListening(port, isRunning))).then(() => isRunning() || failed),
    failed,
  ]);
  return {
    output: () => printed,
    stop: (signal = program === "nginx" ? "SIGTERM" : "SIGKILL") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Tries until somebody accepts the connection, or nobody can any more. */
export async function untilListening(port: number, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const taken = await new Promise<boolean>((resolve) => {
      const socket = net.connect({ host: "127.0.0.1", port }, () => resolve(true));
      socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
    });
    if (taken) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Proxies of one test file. None outlives the file. */
export function ownProxies(): (
  program: ProxyProgram,
  config: (folder: string) => string,
  ports: readonly number[],
  env?: (folder: string) => Record<string, string>,
) => Promise<RunningProxy> {
  const running: RunningProxy[] = [];
  const folders: string[] = [];
  afterAll(async () => {
    await Promise.all(running.map((proxy) => proxy.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return async (program, config, ports, env) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), `vault-${program}-`));
    folders.push(folder);
    const proxy = await startProxy(program, config(folder), { ports, folder, env: env?.(folder) });
    running.push(proxy);
    return proxy;
  };
}

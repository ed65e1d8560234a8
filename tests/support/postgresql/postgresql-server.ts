import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../programs/free-port";
import { giveToNobody, nobody, openFolder } from "../programs/nobody";
import { type PostgresqlPrograms, postgresqlPrograms } from "./postgresql-programs";

/** A PostgreSQL server for the tests, on a free port and in its own folder. */
export type PostgresqlServer = {
  /** The URL of a database on it. */
  url(database: string): string;
  /** The folder of its data, for example for certificates of a test. */
  folder: string;
  /** Starts it, with further flags of the server from now on. */
  start(flags?: readonly string[]): Promise<void>;
  /** Stops it cleanly, as for an update. */
  stop(): Promise<void>;
  /** Stops it at once, as in a power cut. Its processes are gone when this returns. */
  kill(): Promise<void>;
  /** Sends a signal to all of its processes: SIGSTOP makes it hang, SIGCONT continues. */
  signal(signal: NodeJS.Signals): void;
  /** The ids of its processes. */
  processes(): number[];
  /** Stops it and deletes its data, unless they lie in a folder to keep. */
  remove(): Promise<void>;
};

export type ServerOptions = {
  /** Durable, so that acknowledged data survives `kill`. Off if nothing is killed, since it takes most of the time. */
  durable?: boolean;
  flags?: readonly string[];
  /** The folder of a stopped server: it begins with a copy of its data, as its standby. */
  standbyOf?: string;
  /** A folder to keep: what a server before had in it is there again. */
  keptIn?: string;
};

const user = "vault";
const password = "not-a-real-password";

/** Creates a server and starts it. As root it runs as the user `nobody`, since PostgreSQL refuses to run as root. */
export async function startPostgresqlServer({
  durable = false,
  flags = [],
  standbyOf,
  keptIn,
}: ServerOptions = {}): Promise<PostgresqlServer> {
  const place = keptIn ?? openFolder("vault-postgresql-");
  mkdirSync(place, { recursive: true });
  giveToNobody(place);
  const folder = path.join(place, "data");
  const port = await freePort();
  const programs = await postgresqlPrograms(place);
  if (existsSync(folder)) rmSync(path.join(folder, "postmaster.pid"), { force: true });
  else if (standbyOf) copyAsStandby(standbyOf, folder);
  else await makeCluster(programs, place, folder);
  const speed = durable ? [] : ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"];
  const always = [
    "-D",
    folder,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=300",
    "-c",
    "shared_buffers=64MB",
    ...speed,
    ...flags,
  ];
  let later: readonly string[] = [];
  let server: ChildProcess | undefined;
  const start = async (more: readonly string[] = later) => {
    later = more;
    server = await serve(programs, [...always, ...more], place);
  };
  const end = async (act: () => void) => {
    if (!server) return;
    // All of its processes share its output, which closes once the last of them is gone.
    const closed = once(server, "close");
    act();
    await closed;
    server = undefined;
  };
  const stop = () => end(() => void server?.kill("SIGINT"));
  const processes = () => (server?.pid === undefined ? [] : familyOf(server.pid));
  const signalAll = (signal: NodeJS.Signals) => processes().forEach((id) => send(id, signal));
  await start();
  return {
    url: (database) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`,
    folder,
    start,
    stop,
    async kill() {
      await end(() => signalAll("SIGKILL"));
      // The killed server's file says that it is running.
      rmSync(path.join(folder, "postmaster.pid"), { force: true });
    },
    signal: signalAll,
    processes,
    async remove() {
      await stop();
      if (!keptIn) rmSync(place, { recursive: true, force: true });
    },
  };
}

/** With owners and modes, on which PostgreSQL insists. */
function copyAsStandby(from: string, folder: string): void {
  execFileSync("cp", ["-a", from, folder]);
  const signal = path.join(folder, "standby.signal");
  writeFileSync(signal, "");
  giveToNobody(signal);
}

/**
 * The programs' environment. They may lack this machine's locale, but PostgreSQL 14 takes its text order from there.
 */
const environmentOf = ({ majorVersion }: PostgresqlPrograms) => ({
  ...process.env,
  LC_MESSAGES: "C",
  ...(majorVersion < 15 ? {} : { LC_ALL: "C" }),
});

async function makeCluster(programs: PostgresqlPrograms, place: string, folder: string): Promise<void> {
  const passwordFile = path.join(place, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveToNobody(passwordFile);
  // Its own text order by default, as on most servers: code that depends on the order must fail here. PostgreSQL 14 has
  // only the machine's.
  const order = programs.majorVersion < 15 ? [] : ["--locale-provider=icu", "--icu-locale=en-US"];
  // Each connection would otherwise hash the password 4,096 times: there are thousands, and it is no secret.
  const hashedOnce = programs.majorVersion < 16 ? [] : ["--set=scram_iterations=1"];
  const options = [
    `--pgdata=${folder}`,
    "--auth=scram-sha-256",
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    "--lc-messages=C",
    "--encoding=UTF8",
    ...order,
    ...hashedOnce,
    "--no-sync",
  ];
  const making = spawn(programs.initdb, options, {
    cwd: place,
    env: environmentOf(programs),
    stdio: ["ignore", "pipe", "pipe"],
    ...nobody,
  });
  const printed = outputOf(making);
  // Throws here if the program can't be run at all.
  const [code] = (await once(making, "close")) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${code}:\n${printed()}`);
}

/** Runs the server until it accepts connections. It ends with this process if that ends properly. */
async function serve(programs: PostgresqlPrograms, options: readonly string[], place: string): Promise<ChildProcess> {
  const server = spawn(programs.postgres, options, {
    cwd: place,
    env: environmentOf(programs),
    stdio: ["ignore", "ignore", "pipe"],
    ...nobody,
  });
  const kill = () => void server.kill("SIGQUIT");
  process.once("exit", kill);
  server.once("close", () => process.off("exit", kill));
  const printed = outputOf(server);
  const failed = once(server, "close").then(() => Promise.reject(new Error(`PostgreSQL did not start:\n${printed()}`)));
  const ready = new Promise<void>((resolve) =>
    server.stderr?.on(
      "data",
      () => /database system is ready to accept (read-only )?connections/.test(printed()) && resolve(),
    ),
  );
  await Promise.race([ready, failed]);
  return server;
}

/** The last output of a process. */
function outputOf(child: ChildProcess): () => string {
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => void (printed = (printed + chunk.toString("utf8")).slice(-20_000)));
  return () => printed;
}

/** A process and all processes that it started. */
function familyOf(id: number): number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [id, ...all.flatMap(([child = 0, parent]) => (parent === id ? [child] : []))];
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}

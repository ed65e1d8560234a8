// PostgreSQL, kept running as a service manager does it, and a vault that nobody restarts.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { postgresqlFolder } from "../drill/programs.mjs";
import { fail, root } from "../setup.mjs";

/** Debian's service of PostgreSQL and systemd start it again in about this time. */
const restartMs = 1_000;
const asPostgres = ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * A cluster whose data and whose write-ahead log are on disks of their own. Each MB of the log is a new file, so that a full
 * disk is noticed soon.
 */
export async function startPostgresql(place, { data, log: walDisk }) {
  const folder = path.join(data, "postgresql");
  const bin = postgresqlFolder();
  const [port, output] = [await freePort(), path.join(place, "postgresql.log")];
  execFileSync(
    "setpriv",
    [
      ...asPostgres,
      path.join(bin, "initdb"),
      `--pgdata=${folder}`,
      `--waldir=${path.join(walDisk, "wal")}`,
      ..."--wal-segsize=1 --username=vault --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync".split(" "),
    ],
    { cwd: "/", stdio: "ignore" },
  );
  let [child, isWanted, starts] = [undefined, true, 0];
  const start = () => {
    starts += 1;
    const log = openSync(output, "a");
    const settings = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_wal_size: "16MB",
      wal_recycle: "off",
    };
    child = spawn(
      "setpriv",
      [
        ...asPostgres,
        path.join(bin, "postgres"),
        ...["-D", folder, "-p", `${port}`],
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      { cwd: "/", stdio: ["ignore", log, log] },
    );
    closeSync(log);
    child.once("exit", () => isWanted && setTimeout(start, restartMs));
  };
  start();
  return {
    url: `postgresql://vault@127.0.0.1:${port}/postgres`,
    starts: () => starts,
    output: () => readFileSync(output, "utf8"),
    kill() {
      isWanted = false;
      child.kill("SIGQUIT");
    },
  };
}

/** The built vault. `operate` runs a command of svc-admin on its data. */
export async function startVault(place, settings) {
  const env = {
    PATH: process.env.PATH,
    HOME: place,
    NODE_ENV: "production",
    PORT: String(await freePort()),
    API_REQUESTS_PER_MINUTE: "1000000",
    ...settings,
  };
  const output = path.join(place, "vault.log");
  const start = () => {
    const log = openSync(output, "a");
    const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: ["ignore", log, log] });
    closeSync(log);
    return child;
  };
  const origin = `http://127.0.0.1:${env.PORT}`;
  let child = start();
  for (
    const began = Date.now();
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ));
    await wait(100)
  ) {
    if (Date.now() - began > 60_000) fail(`The vault did not start:\n${readFileSync(output, "utf8")}`);
    // PostgreSQL may not be there yet.
    if (child.exitCode !== null) child = start();
  }
  return {
    origin,
    isAlive: () => child.exitCode === null,
    output: () => readFileSync(output, "utf8"),
    operate: (args, input = "") =>
      execFileSync(process.execPath, ["scripts/admin.mjs", ...args], {
        cwd: root,
        env,
        input,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "ignore"],
      }).trim(),
    kill: () => void child.kill("SIGKILL"),
  };
}

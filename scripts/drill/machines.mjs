// The drill's machines: network namespaces on one bridge, if this user may make them; otherwise only addresses of this
// machine's loopback, which can't be cut off.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { familyOf, kill } from "./processes.mjs";

const bridge = "vault-drill";
const isRoot = process.getuid?.() === 0;

const ip = (...words) => spawnSync("ip", words, { encoding: "utf8" });
const namespaceOf = (name) => `vault-drill-${name}`;
const cableOf = (name) => `vd-${name}`;

/** Deletes namespaces, and what runs in them, and the bridge: this drill's, or those of one that was killed. */
function tearDownNetwork() {
  for (const line of ip("netns", "list").stdout?.split("\n") ?? []) {
    const [name = ""] = line.split(" ");
    if (!name.startsWith("vault-drill-")) continue;
    for (const id of ip("netns", "pids", name).stdout.split("\n").filter(Boolean)) kill(Number(id));
    ip("netns", "delete", name);
  }
  ip("link", "delete", bridge);
}

/**
 * Makes the machines with these names. `here`: where the drill's own connections to them come from. `remove` ends all of their
 * processes and leaves nothing behind.
 */
export function makeMachines(names) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-drill-"));
  chmodSync(folder, 0o755);
  tearDownNetwork();
  const canCut = isRoot && ip("link", "add", bridge, "type", "bridge").status === 0;
  const addressOf = (number) => `${canCut ? "10.213.77" : "127.77.0"}.${number}`;
  if (canCut) {
    ip("address", "add", `${addressOf(254)}/24`, "dev", bridge);
    ip("link", "set", bridge, "up");
  }
  const machines = Object.fromEntries(
    names.map((name, index) => [name, aMachine({ name, address: addressOf(index + 1), folder, canCut })]),
  );
  const remove = () => {
    for (const machine of Object.values(machines)) machine.kill();
    tearDownNetwork();
    // Those that were killed may still be ending.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { machines, folder, canCut, here: canCut ? addressOf(254) : "127.0.0.1", remove };
}

function aMachine({ name, address, folder, canCut }) {
  const home = path.join(folder, name);
  mkdirSync(home);
  const user = isRoot ? userNamed("postgres") : undefined;
  if (canCut) connect(name, address);
  /** What runs here, by its name. */
  const running = new Map();
  /** Kills some or all programs at once, as a power cut does. */
  const killPrograms = (programs = [...running.keys()]) => {
    for (const program of programs) {
      const child = running.get(program);
      running.delete(program);
      if (child?.pid) for (const id of familyOf(child.pid)) kill(id);
    }
    if (programs.includes("patroni")) for (const id of postmastersOf(home)) kill(id);
  };
  /** The words of a command that runs here. */
  const placed = (words) => [...(canCut ? ["ip", "netns", "exec", namespaceOf(name)] : []), ...words];
  // What Debian keeps for root's programs is not on everybody's path.
  const environment = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: home, LC_ALL: "C.UTF-8" };
  return {
    name,
    address,
    /** An address that only programs on this machine reach. Without namespaces it is the machine's own, on the loopback. */
    loopback: canCut ? "127.0.0.1" : address,
    /** Where this machine's connections to others come from. */
    source: canCut ? address : "127.0.0.1",
    home,
    kill: killPrograms,
    isRunning: (program) => running.has(program),
    /** Makes a folder here that only its user can read. */
    folderOf(program, { asPostgres = false } = {}) {
      const made = path.join(home, program);
      mkdirSync(made, { recursive: true, mode: 0o700 });
      if (asPostgres && user) chownSync(made, user.uid, user.gid);
      return made;
    },
    /** Writes a file that only its user can read into a folder of this machine. Returns its path. */
    write(file, text, { asPostgres = false } = {}) {
      writeFileSync(file, text, { mode: 0o600 });
      if (asPostgres && user) chownSync(file, user.uid, user.gid);
      return file;
    },
    /** Starts a program, whose output goes to a file here. Returns its process. */
    start(program, [command, ...args], { env = {}, asPostgres = false, cwd = home } = {}) {
      const whole = placed([
        ...(asPostgres && user
          ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"]
          : []),
        command,
        ...args,
      ]);
      const log = openSync(path.join(home, `${program}.log`), "a");
      const child = spawn(whole[0], whole.slice(1), {
        cwd,
        env: { ...environment, ...env },
        stdio: ["ignore", log, log],
      });
      closeSync(log);
      running.set(program, child);
      child.once("exit", () => running.get(program) === child && running.delete(program));
      return child;
    },
    /** Runs a command here to its end; returns what it printed. Throws if it fails. */
    run([command, ...args], { env = {}, cwd = home, input = "" } = {}) {
      const [first, ...rest] = placed([command, ...args]);
      return execFileSync(first, rest, {
        cwd,
        env: { ...environment, ...env },
        encoding: "utf8",
        input,
        stdio: ["pipe", "pipe", "ignore"],
        maxBuffer: 64 * 1024 * 1024,
      });
    },
    /** Takes its network cable out, or puts it in again. */
    cut: () => void ip("link", "set", cableOf(name), "down"),
    mend: () => void ip("link", "set", cableOf(name), "up"),
  };
}

function connect(name, address) {
  const namespace = namespaceOf(name);
  ip("netns", "add", namespace);
  ip("link", "add", cableOf(name), "type", "veth", "peer", "name", "eth0", "netns", namespace);
  ip("link", "set", cableOf(name), "master", bridge);
  ip("link", "set", cableOf(name), "up");
  ip("-n", namespace, "address", "add", `${address}/24`, "dev", "eth0");
  for (const device of ["eth0", "lo"]) ip("-n", namespace, "link", "set", device, "up");
}

/** PostgreSQL's processes, which outlive Patroni: their postmaster's file names it. */
function postmastersOf(home) {
  try {
    return familyOf(Number(readFileSync(path.join(home, "postgresql/data/postmaster.pid"), "utf8").split("\n")[0]));
  } catch {
    return [];
  }
}

function userNamed(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

// Poolers, proxies, shells and other programs that tests use if a machine has them. In CI, those that Debian has as a small
// package are installed first. `npm test` names the others at its end.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * `debian`: the package, if it is installed within seconds. `proof`: the program and arguments that succeed only if it can
 * do what the tests ask of it: a version manager's shim may lead to nothing, and Docker may lack Compose.
 */
const programs = {
  age: { debian: "age" },
  "ansible-playbook": {},
  caddy: { debian: "caddy" },
  direnv: { debian: "direnv" },
  docker: {},
  "docker compose": { proof: ["docker", "compose", "version"] },
  fish: { debian: "fish" },
  haproxy: { debian: "haproxy" },
  mise: {},
  nginx: { debian: "nginx" },
  pgbouncer: { debian: "pgbouncer" },
  python3: { debian: "python3", proof: ["python3", "--version"] },
  "systemd-analyze": {},
  terraform: {},
  tofu: {},
  zsh: { debian: "zsh" },
};

/** The names that tests may ask for. */
export const programNames = Object.keys(programs);

/** Where a service's program is, which PATH need not name for everybody. */
const ofServices = ["/usr/sbin", "/usr/local/sbin"];

/** The path of a program that this machine may have; null if it lacks it. Throws RangeError for one that is not listed. */
export function findProgram(name) {
  const known = programs[name];
  if (known === undefined) throw new RangeError(`scripts/checks/programs.mjs does not list ${name}`);
  const [command, ...proof] = known.proof ?? [name];
  const file = fileOf(command);
  if (file === undefined) return null;
  return proof.length === 0 || spawnSync(file, proof, { stdio: "ignore" }).status === 0 ? file : null;
}

const fileOf = (command) =>
  [...(process.env.PATH ?? "").split(path.delimiter), ...ofServices]
    .map((folder) => path.join(folder, command))
    .find(isExecutable);

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const missingPrograms = () => programNames.filter((name) => findProgram(name) === null);

/**
 * Installs Debian's packages for the missing programs, if this user may do so. Each by itself: a distribution that lacks one
 * would get none of them. Returns the names of those that are still missing.
 */
export function ensurePrograms() {
  const missing = missingPrograms();
  const packages = missing.flatMap((name) => programs[name].debian ?? []);
  if (packages.length === 0 || !process.env.CI || process.getuid?.() !== 0 || fileOf("apt-get") === undefined)
    return missing;
  // Without a network, it gives up within half a minute. After the limit no other install begins.
  spawnSync(
    "sh",
    [
      "-c",
      `timeout 30 apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 && for package in ${packages.join(" ")}; do apt-get install -y -qq --no-install-recommends "$package"; done`,
    ],
    { stdio: "inherit", timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } },
  );
  return missingPrograms();
}

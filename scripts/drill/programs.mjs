// What the drill consists of, from Debian's packages.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const packages = {
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/etcdctl": "etcd-client",
  "/usr/lib/python3/dist-packages/etcd/__init__.py": "python3-etcd",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/bin/caddy": "caddy",
  "/usr/bin/openssl": "openssl",
  "/usr/bin/setpriv": "util-linux",
};

/** The folder of PostgreSQL's programs, of the newest version that is installed; undefined if there is none. */
export function postgresqlFolder() {
  const folder = "/usr/lib/postgresql";
  if (!existsSync(folder)) return undefined;
  const version = readdirSync(folder)
    .sort((left, right) => Number(right) - Number(left))
    .find((name) => existsSync(`${folder}/${name}/bin/pg_rewind`));
  return version && `${folder}/${version}/bin`;
}

function missingPackages() {
  const missing = Object.keys(packages).filter((program) => !existsSync(program));
  return [...missing.map((program) => packages[program]), ...(postgresqlFolder() ? [] : ["postgresql-15"])];
}

/** The command that installs what is missing; undefined if all is there. `install` runs it first. */
export function commandForMissing({ install }) {
  const command = () => `apt-get install -y --no-install-recommends ${missingPackages().join(" ")}`;
  if (missingPackages().length > 0 && install)
    // None of them is started as a service of this machine: the drill starts its own.
    spawnSync("sh", ["-c", `apt-get update -qq && ${command()}`], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
  return missingPackages().length > 0 ? command() : undefined;
}

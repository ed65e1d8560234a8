// What the drill consists of, from Debian's packages.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const packages = {
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/etcdctl": "etcd-client",
  "/usr/lib/python3/dist-packages/etcd/__init__.py": "python3-etcd",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/bin/caddy": "caddy",
  "/usr/bin/openssl": "openssl",
  "/usr/bin/setpriv": "util-linux",
  "/sbin/ip": "iproute2",
};
const policyFile = "/usr/sbin/policy-rc.d";

/** The folder of PostgreSQL's programs, of the newest version that is installed; undefined if there is none. */
export function postgresqlFolder() {
  const folder = "/usr/lib/postgresql";
  if (!existsSync(folder)) return undefined;
  const version = readdirSync(folder)
    .sort((left, right) => Number(right) - Number(left))
    .find((name) => existsSync(`${folder}/${name}/bin/pg_rewind`));
  return version && `${folder}/${version}/bin`;
}

/** `isThere`, `hasPostgresql`: what is installed. Debian's package `postgresql` brings the version that its release has. */
export function missingPackages({ isThere = existsSync, hasPostgresql = postgresqlFolder() !== undefined } = {}) {
  const missing = Object.keys(packages).filter((program) => !isThere(program));
  return [...missing.map((program) => packages[program]), ...(hasPostgresql ? [] : ["postgresql"])];
}

/**
 * Does `work` while no package that is installed starts its services: Debian's packages ask this file, and 101 forbids it. One
 * that is there already stays, since it is somebody's own answer.
 */
export function withoutServices(work, file = policyFile) {
  if (existsSync(file)) return work();
  writeFileSync(file, "#!/bin/sh\nexit 101\n", { mode: 0o755, flag: "wx" });
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The command that installs what is missing; undefined if all is there. `install` runs it first, which takes root. */
export function commandForMissing({ install }) {
  const command = () => `apt-get install -y --no-install-recommends ${missingPackages().join(" ")}`;
  if (missingPackages().length > 0 && install && process.getuid?.() === 0)
    // The drill starts its own.
    withoutServices(() =>
      spawnSync("sh", ["-c", `apt-get update -qq && ${command()}`], {
        stdio: "inherit",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      }),
    );
  return missingPackages().length > 0 ? command() : undefined;
}

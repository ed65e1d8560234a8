// Poolers, proxies and other programs that the tests use if a machine has them. In CI they are installed first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const programs = {
  pgbouncer: "/usr/sbin/pgbouncer",
  haproxy: "/usr/sbin/haproxy",
  nginx: "/usr/sbin/nginx",
  caddy: "/usr/bin/caddy",
  age: "/usr/bin/age",
};

const missingPrograms = () => Object.keys(programs).filter((name) => !existsSync(programs[name]));

/** Installs Debian's packages for the missing programs, if this user may do so. Returns the names of those that are still missing. */
export function ensurePrograms() {
  const missing = missingPrograms();
  if (missing.length === 0 || !process.env.CI || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    return missing;
  spawnSync(
    "sh",
    [
      "-c",
      `apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 && apt-get install -y -qq --no-install-recommends ${missing.join(" ")}`,
    ],
    { stdio: "inherit", timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } },
  );
  return missingPrograms();
}

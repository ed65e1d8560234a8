// Two machines with a vault and an HAProxy in front of the database, and one with Caddy in front of both.
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup.mjs";
import { passwords } from "./cluster.mjs";
import { postgresqlFolder } from "./programs.mjs";

/** The deployable folder (npm run package). */
export const thisRelease = path.join(root, "dist/app");
const databasePort = 5433;

/**
 * Where a vault's own HAProxy leads to the primary. HAProxy passes on what it gets, so this is clear text all the way to the
 * database: the drill's network is on one machine.
 */
const databaseUrl = ({ loopback }) =>
  `postgresql://vault:${passwords.vault}@${loopback}:${databasePort}/vault?sslmode=disable`;

export function startHaproxy(machine, databases) {
  const file = path.join(machine.folderOf("haproxy"), "haproxy.cfg");
  const lines = [
    "global",
    "  maxconn 500",
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout client 30m",
    "  timeout server 30m",
    "  timeout check 2s",
    "listen primary",
    // Only the vault beside it reaches this.
    `  bind ${machine.loopback}:${databasePort}`,
    "  option httpchk OPTIONS /primary",
    "  http-check expect status 200",
    // A connection to a former primary must end, so that the vault opens another.
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...databases.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return machine.start("haproxy", ["haproxy", "-db", "-f", file]);
}

/**
 * Whether each of several connections reaches the primary. HAProxy takes every server for healthy until its first checks
 * are done: a vault that starts before that could prepare the primary and then read from a standby.
 */
export function leadsToPrimary(machine) {
  const ask = [path.join(postgresqlFolder(), "psql"), "-XAt", "-c", "SELECT NOT pg_is_in_recovery()"];
  // Not in the command: everybody on this machine sees that.
  const env = {
    PGHOST: machine.loopback,
    PGPORT: String(databasePort),
    PGUSER: "vault",
    PGPASSWORD: passwords.vault,
    PGDATABASE: "vault",
    PGSSLMODE: "disable",
    PGCONNECT_TIMEOUT: "3",
  };
  try {
    for (let connection = 0; connection < 6; connection += 1)
      if (machine.run(ask, { env }).trim() !== "t") return false;
    return true;
  } catch {
    return false;
  }
}

const settingsOf = (machine, front) => ({
  NODE_ENV: "production",
  HOST: machine.address,
  PORT: "3000",
  VAULT_DATA_DIR: machine.folderOf("vault"),
  DATABASE_URL: databaseUrl(machine),
  NEXTAUTH_URL: "https://localhost",
  TRUSTED_PROXIES: front.address,
  API_REQUESTS_PER_MINUTE: "1000000",
  STOP_DELAY_SECONDS: "5",
  // Others on this machine reach it.
  AUTH_REGISTRATION: "closed",
});

/** `app`: the deployable folder of a release. */
export function startVault(machine, front, app = thisRelease) {
  return machine.start("vault", [process.execPath, path.join(app, "start.mjs")], {
    env: settingsOf(machine, front),
    cwd: app,
  });
}

/** Both vaults have one master key. */
export const shareMasterKey = (from, to) =>
  copyFileSync(path.join(from.folderOf("vault"), "master.key"), path.join(to.folderOf("vault"), "master.key"));

/** Runs a command of a release's svc-admin on a vault's machine; returns what it printed. */
export function operate(machine, front, args, input = "", app = thisRelease) {
  return machine.run([process.execPath, path.join(app, "admin.mjs"), ...args], {
    cwd: app,
    env: settingsOf(machine, front),
    input,
  });
}

export async function isReady({ address }) {
  return fetch(`http://${address}:3000/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Caddy with the configuration that is shipped. Returns the certificate that its clients trust. */
export function startCaddy(machine, vaults) {
  const folder = machine.folderOf("caddy");
  const [certificate, key] = [path.join(folder, "certificate.pem"), path.join(folder, "key.pem")];
  if (!machine.certificate)
    execFileSync(
      "openssl",
      [
        ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost".split(" "),
        ..."-addext subjectAltName=DNS:localhost".split(" "),
        ...["-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
  machine.certificate = certificate;
  return machine.start(
    "caddy",
    ["caddy", "run", "--config", path.join(root, "deploy/Caddyfile"), "--adapter", "caddyfile"],
    {
      env: {
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        CADDY_ADMIN: `unix/${folder}/admin.sock`,
        VAULT_HOST: "localhost",
        VAULT_HTTP_PORT: "8080",
        VAULT_HTTPS_PORT: "8443",
        VAULT_UPSTREAMS: vaults.map(({ address }) => `${address}:3000`).join(" "),
        VAULT_TLS: `tls ${certificate} ${key}`,
      },
    },
  );
}

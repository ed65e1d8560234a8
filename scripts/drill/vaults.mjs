// Two machines with a vault and an HAProxy in front of the database, and one with Caddy in front of both.
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { root } from "../setup.mjs";
import { password } from "./cluster.mjs";

/** The deployable folder (npm run package). */
export const thisRelease = path.join(root, "dist/app");
const databasePort = 5433;

/** Where a vault's own HAProxy leads to the primary. Clear text only on the vault's own machine. */
const databaseUrl = ({ address }) => `postgresql://vault:${password}@${address}:${databasePort}/vault?sslmode=disable`;

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
    `  bind ${machine.address}:${databasePort}`,
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
export async function leadsToPrimary(machine) {
  for (let connection = 0; connection < 6; connection += 1) {
    const client = new pg.Client({ connectionString: databaseUrl(machine), connectionTimeoutMillis: 3_000 });
    const isPrimary = await client
      .connect()
      .then(() => client.query("SELECT NOT pg_is_in_recovery() AS primary"))
      .then(
        ({ rows }) => rows[0].primary,
        () => false,
      );
    await client.end().catch(() => {});
    if (!isPrimary) return false;
  }
  return true;
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
  return execFileSync(process.execPath, [path.join(app, "admin.mjs"), ...args], {
    cwd: app,
    env: { PATH: process.env.PATH, HOME: machine.home, ...settingsOf(machine, front) },
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
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

// Three machines with etcd, Patroni and PostgreSQL. docs/operate/high-availability.md says what a cluster on several machines
// needs beyond this.
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { postgresqlFolder } from "./programs.mjs";

const run = promisify(execFile);

/**
 * New for each run: whoever knows the superuser's, or Patroni's of its REST API, can have programs run as the user of
 * PostgreSQL. They hold nothing that a URL or SQL would have to escape. `accounts`: of those in
 * the vaults.
 */
export const passwords = Object.fromEntries(
  ["superuser", "replication", "rewind", "restapi", "vault", "accounts"].map((name) => [
    name,
    randomBytes(24).toString("base64url"),
  ]),
);

/**
 * A machine that is gone is replaced after `ttl`. These are shorter than Patroni's own (30, 10, 10), and
 * loop_wait + 2 × retry_timeout must not be longer than ttl.
 */
const dynamic = {
  ttl: 10,
  loop_wait: 2,
  retry_timeout: 4,
  maximum_lag_on_failover: 0,
  // A commit is acknowledged once a standby has it on disk too, and only such a standby is promoted. Strict: if there is
  // none, writes wait.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 150,
      shared_buffers: "64MB",
      wal_log_hints: "on",
      wal_keep_size: "512MB",
      tcp_keepalives_idle: 3,
      tcp_keepalives_interval: 1,
      tcp_keepalives_count: 3,
    },
  },
};

/**
 * A certificate with which etcd, its members and its clients know each other: who can write to etcd can have programs run as the
 * user of PostgreSQL, too. Returns its file and its key's. `addresses`: all from which and to which somebody connects.
 */
export function makeCertificate(folder, addresses) {
  const [certificate, key] = [path.join(folder, "cluster.pem"), path.join(folder, "cluster-key.pem")];
  execFileSync(
    "openssl",
    [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=vault-drill".split(" "),
      ...["-addext", `subjectAltName=${addresses.map((address) => `IP:${address}`).join(",")}`],
      ...["-keyout", key, "-out", certificate],
    ],
    { stdio: "ignore" },
  );
  return { certificate, key };
}

/** `place`: the drill's machines, and the certificate. */
export function startEtcd(machine, { databases, certificate: { certificate, key } }) {
  const folder = machine.folderOf("etcd");
  return machine.start("etcd", [
    "etcd",
    `--name=${machine.name}`,
    `--data-dir=${folder}`,
    `--listen-peer-urls=https://${machine.address}:2380`,
    `--initial-advertise-peer-urls=https://${machine.address}:2380`,
    `--listen-client-urls=https://${machine.address}:2379`,
    `--advertise-client-urls=https://${machine.address}:2379`,
    `--initial-cluster=${databases.map(({ name, address }) => `${name}=https://${address}:2380`).join(",")}`,
    ...["", "peer-"].flatMap((of) => [
      `--${of}client-cert-auth`,
      `--${of}trusted-ca-file=${certificate}`,
      `--${of}cert-file=${certificate}`,
      `--${of}key-file=${key}`,
    ]),
    "--enable-v2=true",
    "--heartbeat-interval=200",
    "--election-timeout=2000",
    "--log-level=warn",
  ]);
}

/** Who may connect to PostgreSQL as whom, and from where. Everybody shows a password. */
export function hostRules({ databases, vaults, here }) {
  const rules = (database, user, sources) =>
    [...new Set(sources)].map((source) => `host ${database} ${user} ${source}/32 scram-sha-256`);
  const members = databases.map(({ source }) => source);
  return [
    "local all all scram-sha-256",
    // Patroni, and the drill itself.
    ...rules("all", "postgres", [...members, here]),
    ...rules("all", "rewinder", members),
    ...rules("replication", "replicator", members),
    ...rules(
      "vault",
      "vault",
      vaults.map(({ source }) => source),
    ),
  ];
}

/** What Patroni reads. `folder` is PostgreSQL's on this machine, `certificate` and `key` are files there. */
export function patroniSettings({ address, name }, place, { folder, certificate, key, programs }) {
  return {
    scope: "vault",
    name,
    restapi: {
      listen: `${address}:8008`,
      connect_address: `${address}:8008`,
      // For what changes something. HAProxy's checks, and all that only asks, need none.
      authentication: { username: "patroni", password: passwords.restapi },
    },
    // Not etcd3: with it, Patroni 3.0.2 (Debian 12) puts its name over the next leader's without comparing when it was cut
    // off, and what was written meanwhile is lost.
    etcd: {
      hosts: place.databases.map((other) => `${other.address}:2379`),
      protocol: "https",
      cacert: certificate,
      cert: certificate,
      key,
    },
    bootstrap: {
      dcs: dynamic,
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: path.join(folder, "data"),
      bin_dir: programs,
      pgpass: path.join(folder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: passwords.superuser },
        replication: { username: "replicator", password: passwords.replication },
        rewind: { username: "rewinder", password: passwords.rewind },
      },
      parameters: { unix_socket_directories: folder, password_encryption: "scram-sha-256" },
      pg_hba: hostRules(place),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

export function startPatroni(machine, place) {
  const folder = machine.folderOf("postgresql", { asPostgres: true });
  const write = (name, text) => machine.write(path.join(folder, name), text, { asPostgres: true });
  const certificate = write("cluster.pem", readFileSync(place.certificate.certificate));
  const key = write("cluster-key.pem", readFileSync(place.certificate.key));
  const settings = patroniSettings(machine, place, { folder, certificate, key, programs: postgresqlFolder() });
  // JSON is YAML too.
  const file = write("patroni.json", JSON.stringify(settings));
  return machine.start("patroni", ["patroni", file], { asPostgres: true, cwd: folder });
}

async function stateOf({ address }) {
  try {
    const answer = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(3_000) });
    return await answer.json();
  } catch {
    return {};
  }
}

/** The machines by what they are now. */
export async function roles(all) {
  const states = await Promise.all(all.map(stateOf));
  const having = (isIt) => all.filter((_, index) => isIt(states[index]));
  return {
    primary: having(({ role, state }) => state === "running" && ["master", "primary"].includes(role))[0],
    standbys: having(({ role, state, timeline }) => state === "running" && role === "replica" && timeline > 0),
    streaming: Math.max(
      0,
      ...states.map(({ replication = [] }) => replication.filter(({ state }) => state === "streaming").length),
    ),
    synchronous: states.some(({ replication = [] }) => replication.some(({ sync_state }) => sync_state === "sync")),
  };
}

/** The machine whose etcd leads; undefined if none does. */
export async function etcdLeader({ databases, certificate: { certificate, key } }) {
  const asked = await Promise.all(
    databases.map(async (machine) => {
      const { stdout } = await run(
        "etcdctl",
        [
          `--endpoints=https://${machine.address}:2379`,
          `--cacert=${certificate}`,
          `--cert=${certificate}`,
          `--key=${key}`,
          "--dial-timeout=2s",
          "--command-timeout=3s",
          "endpoint",
          "status",
          "-w",
          "json",
        ],
        { env: { ...process.env, ETCDCTL_API: "3" } },
      ).catch(() => ({ stdout: "[]" }));
      const [{ Status: status } = {}] = JSON.parse(stdout || "[]") ?? [];
      return { machine, status };
    }),
  );
  const answering = asked.filter(({ status }) => status);
  return {
    members: answering.length,
    leader: answering.find(({ status }) => status.leader === status.header.member_id)?.machine,
  };
}

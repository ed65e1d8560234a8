// Three machines with etcd, Patroni and PostgreSQL.
import { execFile } from "node:child_process";
import { chownSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { postgresqlFolder } from "./programs.mjs";

const run = promisify(execFile);
export const password = "not-a-real-password";

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

export function startEtcd(machine, all) {
  const folder = machine.folderOf("etcd");
  return machine.start("etcd", [
    "etcd",
    `--name=${machine.name}`,
    `--data-dir=${folder}`,
    `--listen-peer-urls=http://${machine.address}:2380`,
    `--initial-advertise-peer-urls=http://${machine.address}:2380`,
    `--listen-client-urls=http://${machine.address}:2379`,
    `--advertise-client-urls=http://${machine.address}:2379`,
    `--initial-cluster=${all.map(({ name, address }) => `${name}=http://${address}:2380`).join(",")}`,
    "--enable-v2=true",
    "--heartbeat-interval=200",
    "--election-timeout=2000",
    "--log-level=warn",
  ]);
}

export function startPatroni(machine, all) {
  const folder = machine.folderOf("postgresql", { asPostgres: true });
  const file = path.join(folder, "patroni.json");
  const { address, name } = machine;
  const login = (username) => ({ username, password });
  // JSON is YAML too.
  writeFileSync(
    file,
    JSON.stringify({
      scope: "vault",
      name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      // Not etcd3: with it, Patroni 3.0.2 (Debian 12) puts its name over the next leader's without comparing when it was cut
      // off, and what was written meanwhile is lost.
      etcd: { hosts: all.map((other) => `${other.address}:2379`) },
      bootstrap: {
        dcs: dynamic,
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: path.join(folder, "data"),
        bin_dir: postgresqlFolder(),
        pgpass: path.join(folder, "pgpass"),
        authentication: {
          superuser: login("postgres"),
          replication: login("replicator"),
          rewind: login("rewinder"),
        },
        parameters: { unix_socket_directories: folder, password_encryption: "scram-sha-256" },
        pg_hba: [
          "local all all trust",
          "host all all 0.0.0.0/0 scram-sha-256",
          "host replication all 0.0.0.0/0 scram-sha-256",
        ],
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    }),
    { mode: 0o600 },
  );
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
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
export async function etcdLeader(all) {
  const asked = await Promise.all(
    all.map(async (machine) => {
      const { stdout } = await run(
        "etcdctl",
        [
          `--endpoints=http://${machine.address}:2379`,
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

import { expect, test } from "vitest";
import { hostRules, passwords, patroniSettings } from "../../../scripts/drill/cluster.mjs";

const machine = (name: string, source: string) => ({ name, address: source, source });
const place = {
  databases: [1, 2, 3].map((number) => machine(`db${number}`, `10.213.77.${number}`)),
  vaults: [machine("vault1", "10.213.77.4"), machine("vault2", "10.213.77.5")],
  here: "10.213.77.254",
};
const [db1 = machine("db1", "10.213.77.1")] = place.databases;

test("each connects as itself, from its own machine and with a password", () => {
  expect(hostRules(place)).toEqual([
    "local all all scram-sha-256",
    ...["1", "2", "3", "254"].map((last) => `host all postgres 10.213.77.${last}/32 scram-sha-256`),
    ...["1", "2", "3"].map((last) => `host all rewinder 10.213.77.${last}/32 scram-sha-256`),
    ...["1", "2", "3"].map((last) => `host replication replicator 10.213.77.${last}/32 scram-sha-256`),
    ...["4", "5"].map((last) => `host vault vault 10.213.77.${last}/32 scram-sha-256`),
  ]);
});

test("on the loopback, all come from one address, and from no other machine", () => {
  const loopback = (name: string) => machine(name, "127.0.0.1");
  expect(
    hostRules({ databases: [loopback("db1"), loopback("db2")], vaults: [loopback("vault1")], here: "127.0.0.1" }),
  ).toEqual([
    "local all all scram-sha-256",
    "host all postgres 127.0.0.1/32 scram-sha-256",
    "host all rewinder 127.0.0.1/32 scram-sha-256",
    "host replication replicator 127.0.0.1/32 scram-sha-256",
    "host vault vault 127.0.0.1/32 scram-sha-256",
  ]);
});

test("every password is this run's own, and fits into a URL and into SQL as it is", () => {
  expect(new Set(Object.values(passwords)).size).toBe(6);
  for (const password of Object.values(passwords)) {
    expect(password).toHaveLength(32);
    expect(encodeURIComponent(password)).toBe(password);
  }
});

test("nobody changes Patroni's settings without its password, or etcd's without the certificate", () => {
  const { restapi, etcd, postgresql } = patroniSettings(db1, place, {
    folder: "/db1",
    certificate: "/db1/cluster.pem",
    key: "/db1/cluster-key.pem",
    programs: "/usr/bin",
  });
  expect(restapi.authentication).toEqual({ username: "patroni", password: passwords.restapi });
  expect(etcd).toMatchObject({ protocol: "https", cert: "/db1/cluster.pem", key: "/db1/cluster-key.pem" });
  expect(Object.values(postgresql.authentication).map(({ password }) => password)).toEqual([
    passwords.superuser,
    passwords.replication,
    passwords.rewind,
  ]);
  expect(postgresql.pg_hba).toEqual(hostRules(place));
});

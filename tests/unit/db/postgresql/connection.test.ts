import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { postgresqlConnection } from "@/lib/db/postgresql/protocol/connection";

const configOf = (place: string) => postgresqlConnection(`postgresql://vault:not-a-real-password@${place}`).config;

describe("the connection to a database", () => {
  test.each([
    "db.example.com/vault",
    "10.0.0.5:5432/vault",
    "127.example.com/vault",
    "postgresql/vault",
    "[2001:db8::1]/vault",
    "localhost.example.com/vault",
    "localhost/vault?host=db.example.com",
  ])("on another machine is encrypted and verified if its URL says nothing: %s", (place) => {
    // TLS without further options: Node then verifies certificate and name.
    expect(configOf(place).ssl).toEqual({});
  });

  test.each([
    "localhost/vault",
    "127.0.0.1:5432/vault",
    "[::1]/vault",
    "localhost/vault?host=/run/postgresql",
    "%2Frun%2Fpostgresql/vault",
  ])("on this machine follows its URL, and it says nothing: %s", (place) =>
    expect(configOf(place).ssl).toBeUndefined(),
  );

  test("on another machine is unencrypted only if the URL asks for that", () => {
    expect(configOf("db.example.com/vault?sslmode=disable").ssl).toBe(false);
    expect(configOf("db.example.com/vault?sslmode=no-verify").ssl).toMatchObject({ rejectUnauthorized: false });
    expect(configOf("db.example.com/vault?sslmode=prefer").ssl).not.toBe(false);
  });
});

/** The names of the parameters with which a connection starts (PostgreSQL's protocol, StartupMessage). */
async function startupParameters(parameters: string): Promise<string[]> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { config } = postgresqlConnection(
    `postgresql://vault:not-a-real-password@127.0.0.1:${(server.address() as AddressInfo).port}/vault${parameters}`,
  );
  const client = new pg.Client(config);
  client.on("error", () => {});
  const refused = client.connect().catch(() => {});
  const [socket] = (await once(server, "connection")) as [Socket];
  const [message] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  server.close();
  await refused;
  const texts = message.subarray(8).toString("utf8").split("\0");
  return texts.filter((text, index) => index % 2 === 0 && text !== "").sort();
}

test("a connection starts only with parameters that every pooler knows, whatever its URL sets", async () => {
  expect(
    await startupParameters("?statement_timeout=2000&lock_timeout=1000&idle_in_transaction_session_timeout=100"),
  ).toEqual(["application_name", "client_encoding", "database", "user"]);
  expect(await startupParameters(`?options=${encodeURIComponent("-c timezone=UTC --lock-timeout=1")}`)).toEqual([
    "application_name",
    "client_encoding",
    "database",
    "user",
  ]);
});

test.each<[string, string, Record<string, string>, string | undefined]>([
  ["each of three ways to write one", "-c a=1 -cb=2 --c-D=3=4", { a: "1", b: "2", c_d: "3=4" }, undefined],
  ["a backslash before a space or another", String.raw`-c a=x\ y\\z --b=`, { a: "x y\\z", b: "" }, undefined],
  ["what is no setting stays", "endpoint=ep-quiet -c a=1 -B 64", { a: "1" }, "endpoint=ep-quiet -B 64"],
  [
    "what can be set only at the start stays",
    "-c log_connections=on --cluster=one",
    {},
    "-c log_connections=on --cluster=one",
  ],
  ["an end after -c", "-c", {}, "-c "],
])("settings are read from a URL's options: %s", (_, options, settings, rest) => {
  const connection = postgresqlConnection(`postgresql://127.0.0.1/vault?options=${encodeURIComponent(options)}`);
  expect(connection.settings).toMatchObject(settings);
  expect(connection.config.options).toBe(rest);
});

test.each([
  ["", "secrets-vault"],
  ["?application_name=", "secrets-vault"],
  ["?application_name=vault-1", "secrets-vault vault-1"],
  ["?application_name=secrets-vault-1", "secrets-vault-1"],
  [`?application_name=vault-1&options=${encodeURIComponent("-c application_name=vault-2")}`, "secrets-vault vault-2"],
])("a connection's name begins as every vault's does, whatever its URL says: %s", (parameters, name) => {
  const { config, settings } = postgresqlConnection(`postgresql://127.0.0.1/vault${parameters}`);
  expect([config.application_name, settings]).toEqual([
    name,
    expect.not.objectContaining({ application_name: expect.anything() }),
  ]);
});

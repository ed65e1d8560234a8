import { chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { MigrationError } from "@/lib/db/migrate";
import { withPreparationLock } from "@/lib/db/postgresql/migrate";
import { openFolder } from "../../support/programs/nobody";
import { type PostgresqlServer, startPostgresqlServer } from "../../support/postgresql/postgresql-server";

let server: PostgresqlServer;
/** As it is packaged: without TLS. */
let plain: PostgresqlServer;
const place = openFolder("vault-tls-");
const certificateFile = path.join(place, "server.crt");
const otherFile = path.join(place, "other.crt");
/** Of a client that the server recognises only by this certificate. */
const client = { certificate: path.join(place, "client.crt"), key: path.join(place, "client.key") };

const selfSigned = () =>
  generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });

beforeAll(async () => {
  const [certificate, other] = [await selfSigned(), await selfSigned()];
  const keyFile = path.join(place, "server.key");
  writeFileSync(certificateFile, certificate.cert);
  writeFileSync(otherFile, other.cert);
  writeFileSync(keyFile, certificate.private, { mode: 0o600 });
  // It is its own authority.
  const known = await generate([{ name: "commonName", value: "certified" }], {
    algorithm: "sha256",
    extensions: [{ name: "basicConstraints", cA: true }],
  });
  writeFileSync(client.certificate, known.cert);
  writeFileSync(client.key, known.private, { mode: 0o600 });
  const access = path.join(place, "pg_hba.conf");
  writeFileSync(access, "hostssl all certified all cert\nhost all vault all scram-sha-256\n");
  [server, plain] = await Promise.all([startPostgresqlServer(), startPostgresqlServer()]);
  await readRows(server.url("postgres"), "CREATE ROLE certified LOGIN");
  // PostgreSQL accepts only a key file of its own user.
  const { uid, gid } = statSync(server.folder);
  for (const file of [keyFile, certificateFile]) chownSync(file, uid, gid);
  await server.stop();
  await server.start([
    "-c",
    "ssl=on",
    "-c",
    `ssl_cert_file=${certificateFile}`,
    "-c",
    `ssl_key_file=${keyFile}`,
    "-c",
    `ssl_ca_file=${client.certificate}`,
    "-c",
    `hba_file=${access}`,
  ]);
});
afterAll(async () => {
  await Promise.all([server.remove(), plain.remove()]);
  rmSync(place, { recursive: true, force: true });
});

/** The database with this host and these URL parameters. */
function urlOf(host: string, parameters: Record<string, string>, { url: at } = server): string {
  const url = new URL(at("postgres"));
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Connects like a start, then like the running vault. Returns whether that connection is encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  await withPreparationLock(url, async () => {});
  const [row] = await readRows<{ ssl: boolean }>(url, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
  return row?.ssl ?? false;
}

async function readRows<Row>(url: string, sql: string): Promise<Row[]> {
  const db = openDatabase(url);
  try {
    return await db.$queryRawUnsafe<Row[]>(sql);
  } finally {
    await db.$disconnect();
  }
}

describe("TLS to the database follows its URL", () => {
  test.each(["verify-full", "verify-ca", "require"])(
    "sslmode=%s refuses a certificate of an unknown authority, and says what to do",
    async (sslmode) => {
      const refusal = isEncrypted(urlOf("localhost", { sslmode }));
      await expect(refusal).rejects.toThrow(MigrationError);
      await expect(refusal).rejects.toThrow(/sslrootcert=/);
    },
  );

  test("sslmode=verify-full with the authority's certificate is accepted and encrypted", async () => {
    expect(await isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: certificateFile }))).toBe(true);
  });

  test("another authority's certificate, or another host name than the certificate's, is refused", async () => {
    await expect(isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: otherFile }))).rejects.toThrow(
      MigrationError,
    );
    await expect(
      isEncrypted(urlOf("127.0.0.1", { sslmode: "verify-full", sslrootcert: certificateFile })),
    ).rejects.toThrow(MigrationError);
  });

  test("on this machine sslmode=no-verify encrypts without verifying the server; sslmode=disable and no sslmode do not encrypt", async () => {
    expect(await isEncrypted(urlOf("localhost", { sslmode: "no-verify" }))).toBe(true);
    expect(await isEncrypted(urlOf("localhost", { sslmode: "disable" }))).toBe(false);
    expect(await isEncrypted(urlOf("localhost", {}))).toBe(false);
  });

  test("a certificate file that can't be read is named", async () => {
    await expect(
      isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: "/not/there.pem" })),
    ).rejects.toThrow(/sslrootcert.*\/not\/there\.pem/);
  });

  test("a server without TLS is refused, unless it is on this machine or the URL allows it", async () => {
    // An address of this machine that is not a loopback address.
    await expect(isEncrypted(urlOf("0.0.0.0", {}, plain))).rejects.toThrow(/does not support SSL.*sslmode=disable/);
    expect(await isEncrypted(urlOf("0.0.0.0", { sslmode: "disable" }, plain))).toBe(false);
    expect(await isEncrypted(urlOf("127.0.0.1", {}, plain))).toBe(false);
  });
});

describe("a database that requires a client certificate", () => {
  /** Without a password: the role has none. */
  function certified(parameters: Record<string, string>): string {
    const url = new URL(urlOf("localhost", { sslmode: "verify-full", sslrootcert: certificateFile, ...parameters }));
    url.username = "certified";
    url.password = "";
    return url.href;
  }

  test("lets the vault in with the certificate in its URL, as that certificate's role", async () => {
    const url = certified({ sslcert: client.certificate, sslkey: client.key });
    expect(await isEncrypted(url)).toBe(true);
    expect(await readRows(url, "SELECT current_user::text AS role")).toEqual([{ role: "certified" }]);
  });

  test("refuses it with none, or with another one", async () => {
    await expect(isEncrypted(certified({}))).rejects.toThrow(/can't be reached.*valid client certificate/);
    await expect(
      isEncrypted(certified({ sslcert: certificateFile, sslkey: path.join(place, "server.key") })),
    ).rejects.toThrow(/can't be reached/);
  });
});

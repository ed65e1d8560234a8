import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { MigrationError } from "@/lib/db/migrate";
import { withPreparationLock } from "@/lib/db/migrate-postgresql";
import { type PostgresqlServer, startPostgresqlServer } from "../support/postgresql-server";

let server: PostgresqlServer;
const place = mkdtempSync(path.join(os.tmpdir(), "vault-tls-"));
const certificateFile = path.join(place, "server.crt");
const otherFile = path.join(place, "other.crt");

const selfSigned = () => generate([{ name: "commonName", value: "localhost" }], { extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }] });

beforeAll(async () => {
  const [certificate, other] = [await selfSigned(), await selfSigned()];
  const keyFile = path.join(place, "server.key");
  chmodSync(place, 0o755);
  writeFileSync(certificateFile, certificate.cert);
  writeFileSync(otherFile, other.cert);
  writeFileSync(keyFile, certificate.private, { mode: 0o600 });
  server = await startPostgresqlServer();
  // PostgreSQL takes a key that its own user owns.
  const { uid, gid } = statSync(server.folder);
  for (const file of [keyFile, certificateFile]) chownSync(file, uid, gid);
  await server.stop();
  await server.start(["-c", "ssl=on", "-c", `ssl_cert_file=${certificateFile}`, "-c", `ssl_key_file=${keyFile}`]);
});
afterAll(async () => {
  await server.remove();
  rmSync(place, { recursive: true, force: true });
});

/** The database by this host and these URL parameters. */
function urlOf(host: string, parameters: Record<string, string>): string {
  const url = new URL(server.url("postgres"));
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Connects as a start does, then as the running vault does, and says whether that connection is encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  await withPreparationLock(url, async () => {});
  const db = openDatabase(url);
  try {
    const [row] = await db.$queryRawUnsafe<{ ssl: boolean }[]>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return row?.ssl ?? false;
  } finally {
    await db.$disconnect();
  }
}

describe("TLS to the database is what its URL says", () => {
  test.each(["verify-full", "verify-ca", "require"])("sslmode=%s refuses a certificate of an unknown authority, and says what to do", async (sslmode) => {
    const refusal = isEncrypted(urlOf("localhost", { sslmode }));
    await expect(refusal).rejects.toThrow(MigrationError);
    await expect(refusal).rejects.toThrow(/sslrootcert=/);
  });

  test("sslmode=verify-full with the authority's certificate is accepted, and encrypted", async () => {
    expect(await isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: certificateFile }))).toBe(true);
  });

  test("another authority's certificate, or another host name than the certificate's, is refused", async () => {
    await expect(isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: otherFile }))).rejects.toThrow(MigrationError);
    await expect(isEncrypted(urlOf("127.0.0.1", { sslmode: "verify-full", sslrootcert: certificateFile }))).rejects.toThrow(MigrationError);
  });

  test("sslmode=no-verify encrypts without asking who answers; sslmode=disable and nothing do not encrypt", async () => {
    expect(await isEncrypted(urlOf("localhost", { sslmode: "no-verify" }))).toBe(true);
    expect(await isEncrypted(urlOf("localhost", { sslmode: "disable" }))).toBe(false);
    expect(await isEncrypted(urlOf("localhost", {}))).toBe(false);
  });

  test("a certificate file that can't be read is named", async () => {
    await expect(isEncrypted(urlOf("localhost", { sslmode: "verify-full", sslrootcert: "/not/there.pem" }))).rejects.toThrow(/sslrootcert.*\/not\/there\.pem/);
  });
});

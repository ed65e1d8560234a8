import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { whileNoVaultRuns } from "@/lib/db/postgresql/migrate";
import { postgresqlConnection } from "@/lib/db/postgresql/protocol/connection";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";

test("a vault that connects as another user is seen too, although PostgreSQL hides what that user does", async () => {
  const url = databaseUrl(inject("directServer"), randomUUID());
  await ensureDatabase(url);
  const vault = new pg.Client(postgresqlConnection(`${url}?application_name=vault-1`).config);
  await vault.connect();
  const guest = new URL(url);
  [guest.username, guest.password] = [`guest_${randomUUID().slice(0, 8)}`, "not-a-real-password"];
  await vault.query(`CREATE ROLE "${guest.username}" LOGIN PASSWORD '${guest.password}'`);
  try {
    await expect(whileNoVaultRuns(guest.href, () => Promise.resolve("alone"))).rejects.toThrow(
      /^Another vault .*stop every vault on it first.*\(PgBouncer: RECONNECT/,
    );
    // What is not a vault's is not counted, whoever it is.
    await vault.query("SET application_name = 'psql'");
    expect(await whileNoVaultRuns(guest.href, () => Promise.resolve("alone"))).toBe("alone");
  } finally {
    await vault.query(`DROP ROLE "${guest.username}"`);
    await vault.end();
  }
});

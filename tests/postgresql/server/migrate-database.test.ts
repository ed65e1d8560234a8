import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { toldByOperator } from "../../support/callers/activity";
import { aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";
import { lastBackup, metricsOn } from "../../support/rows/last-backup";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore, readStore } from "../../support/vaults/store";
import { everyWayIn, guardAccount } from "../../support/sign-in/signing-in";

const { aFolder, aVault } = ownVaults();

test("a vault moves from SQLite to PostgreSQL and back, and its owner sees the same; a full target is refused", async () => {
  const dataDir = aFolder();
  const sqlite = { DATABASE_URL: `file:${path.join(dataDir, "vault.db")}` };
  const first = await aVault({ dataDir, env: { ...sqlite, ...metricsOn } });
  const user = await aUserWithKey({ baseUrl: first.baseUrl });
  await belongingsOf(user.session, "moved \u2028 𝔘");
  // One for each move, since a code can be used once.
  const [there, andBack] = [
    await guardAccount(user, first.baseUrl),
    await guardAccount(await aUser(first.baseUrl), first.baseUrl),
  ];
  const look = async (baseUrl: string) =>
    Promise.all(
      ["/api/categories", "/api/entries", "/api/2fa", "/api/envs", "/api/stats", "/api/export"].map(async (address) =>
        (await withKey(user.accessKey.key, baseUrl).fetch(address)).text(),
      ),
    );
  const seen = await look(first.baseUrl);
  expect(seen.join()).toContain("value-moved");

  expect(await operate(dataDir, ["backup", path.join(aFolder(), "vault.backup")], { env: sqlite })).toMatchObject({
    code: 0,
    err: "",
  });
  const backedUp = await lastBackup(first);
  expect(backedUp).toBeGreaterThan(0);

  // Past a pooler, which hides who is connected.
  const DATABASE_URL = databaseUrl(inject("directServer"), dataDir);
  await ensureDatabase(DATABASE_URL);
  const urlFile = path.join(aFolder(), "url");
  writeFileSync(urlFile, DATABASE_URL, { mode: 0o600 });
  const move = ["migrate-database", "--to-file", urlFile];
  expect(await operate(dataDir, move, { env: sqlite })).toEqual(refused(/already running/));
  expect(await operate(dataDir, ["migrate-database", "--to", DATABASE_URL], { env: sqlite })).toEqual(
    refused(/password on the command line/, 2),
  );
  expect(await first.stop()).toBe(0);
  expect(await operate(dataDir, move, { env: sqlite })).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^\d+ rows copied .* compared/),
  });
  expect(await operate(dataDir, move, { env: sqlite })).toEqual(refused(/is not empty/));

  const { told, owners } = toldByOperator(dataDir, "migrate-database");
  expect(told).toEqual(owners);
  expect(told).toHaveLength(2);
  // Its operator tells replicas apart by a name of their own; the commands have none.
  const named = new URL(DATABASE_URL);
  named.searchParams.set("application_name", "vault-1");
  const second = await aVault({ dataDir, env: { ...metricsOn, DATABASE_URL: named.href } });
  expect(await look(second.baseUrl)).toEqual(seen);
  expect(await lastBackup(second)).toBe(backedUp);
  expect(await there.waysIn(second.baseUrl)).toEqual(everyWayIn);
  const other = aFolder();
  const back = { DATABASE_URL: `file:${path.join(other, "vault.db")}` };
  const moveBack = ["migrate-database", "--to", back.DATABASE_URL];
  expect(await operate(dataDir, moveBack, { env: { DATABASE_URL } })).toEqual(
    refused(/Another vault .*: stop every vault on it first/),
  );
  expect(readdirSync(other)).toEqual([]);
  expect(await second.stop()).toBe(0);

  writeFileSync(path.join(other, "master.key"), readFileSync(path.join(dataDir, "master.key")), { mode: 0o600 });
  // What is left is only read: many freeze it first.
  const [{ name } = { name: "" }] = readStore<{ name: string }>({ dataDir }, "SELECT current_database() AS name");
  changeStore({ dataDir }, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  // With the one connection that its URL allows.
  const alone = { DATABASE_URL: `${DATABASE_URL}?max=1` };
  expect(await operate(dataDir, moveBack, { env: alone })).toMatchObject({ code: 0, err: "" });
  expect(await operate(other, ["verify"], { env: back })).toMatchObject({ code: 0 });
  const third = await aVault({ dataDir: other, env: { ...back, ...metricsOn } });
  expect(await lastBackup(third)).toBe(backedUp);
  expect(await look(third.baseUrl)).toEqual(seen);
  expect(await andBack.waysIn(third.baseUrl)).toEqual(everyWayIn);
}, 300_000);

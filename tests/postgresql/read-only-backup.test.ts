import path from "node:path";
import { expect, test } from "vitest";
import { postgresqlUrlOf } from "../support/vaults/database";
import { lastBackup, metricsOn } from "../support/last-backup";
import { operate } from "../support/programs/operator";
import { ownVaults } from "../support/vaults/own-vaults";
import { changeStore } from "../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const role = `reader_${process.pid}`;
const password = "not-a-real-password";

test("a user with read access only can make a complete backup, and learns that its time is not stored", async () => {
  const vault = await aVault({ env: metricsOn });
  const own = new URL(postgresqlUrlOf(vault.dataDir) ?? "");
  const reader = Object.assign(new URL(own), { username: role, password }).href;
  const readOnly = Object.assign(new URL(own), {
    search: `?options=${encodeURIComponent("-c default_transaction_read_only=on")}`,
  }).href;
  changeStore(vault, `CREATE ROLE "${role}" LOGIN PASSWORD '${password}'`);
  try {
    changeStore(vault, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO "${role}"`);
    for (const [url, reason] of [
      [reader, "it refuses this user the write"],
      [readOnly, "it can't be written right now"],
    ] as const) {
      const file = path.join(aFolder(), "vault.backup");
      expect(await operate(vault.dataDir, ["backup", file], { env: { DATABASE_URL: url } })).toEqual({
        code: 0,
        out: expect.stringMatching(/^\d+ rows in /),
        err: `The backup is complete, but the database did not store its time (${reason}): /metrics still shows the time of the one before.\n`,
      });
    }
    expect(await lastBackup(vault)).toBe(0);
  } finally {
    changeStore(vault, `DROP OWNED BY "${role}"`);
    changeStore(vault, `DROP ROLE "${role}"`);
  }
});

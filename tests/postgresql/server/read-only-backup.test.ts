import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { aUserWithKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { lastBackup, metricsOn } from "../../support/rows/last-backup";
import { operate } from "../../support/programs/operator";
import { type PgBouncer, startPgBouncer } from "../../support/programs/pgbouncer";
import { findProgram } from "../../support/programs/programs";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore } from "../../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const [role, password] = [`reader_${process.pid}`, "not-a-real-password"];

const poolers: PgBouncer[] = [];
afterAll(() => Promise.all(poolers.map((pooler) => pooler.stop())));
const program = findProgram("pgbouncer");
const ways: [string, (url: string) => Promise<string>][] = [["", (url) => Promise.resolve(url)]];
if (program !== null)
  ways.push([
    " behind PgBouncer in transaction mode",
    async (url) => {
      const pooler = await startPgBouncer(program, url, "transaction", { [role]: password });
      poolers.push(pooler);
      return pooler.url;
    },
  ]);

test.each(ways)(
  "a user with read access only%s can verify a vault and make a complete backup, and learns that its time is not stored",
  async (_, lead) => {
    const dataDir = aFolder();
    const direct = databaseUrl(inject("directServer"), dataDir);
    await ensureDatabase(direct);
    const own = await lead(direct);
    const vault = await aVault({ dataDir, env: { DATABASE_URL: own, ...metricsOn } });
    const { session } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { id } = await anEntry(session);
    await session.call(updateEntry, { params: { id }, body: { value: "not-a-real-value" } });
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
        const env = { DATABASE_URL: url };
        expect(await operate(dataDir, ["verify"], { env })).toEqual({
          code: 0,
          out: expect.stringMatching(/^[1-9]\d* values open, 0 do not\n[^]*, 0 chains are broken\n$/),
          err: "",
        });
        const file = path.join(aFolder(), "vault.backup");
        expect(await operate(dataDir, ["backup", file], { env })).toEqual({
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
  },
);

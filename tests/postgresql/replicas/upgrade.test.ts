import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { createEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { type Actor, actor, aUserWithKey, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { operate } from "../../support/programs/operator";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";
import { ownVaults } from "../../support/vaults/own-vaults";
import { projectRoot, type RunningVault } from "../../support/vaults/server";
import { endedStart, expectSentence } from "../../support/vaults/starts";
import { changeStore, readStore } from "../../support/vaults/store";

const { aFolder, aVault } = ownVaults();

/** A release like this one, with one more migration. */
function aNewerRelease(name: string, sql: string): string {
  const folder = aFolder();
  for (const part of [".next", "public", "package.json", "node_modules"])
    symlinkSync(path.join(projectRoot, part), path.join(folder, part));
  cpSync(path.join(projectRoot, "prisma/migrations"), path.join(folder, "prisma/migrations"), { recursive: true });
  const migration = path.join(folder, "prisma/migrations/postgresql", name);
  mkdirSync(migration);
  writeFileSync(path.join(migration, "migration.sql"), sql);
  return folder;
}

const labels = `-- additive: labels of entries
ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT COLLATE "C";
ALTER TABLE "User" ADD COLUMN "color" TEXT COLLATE "C" NOT NULL DEFAULT 'none';
CREATE TABLE "Label" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    CONSTRAINT "Label_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "KeyEntry_label_idx" ON "KeyEntry"("label");
ALTER TABLE "Label" ADD CONSTRAINT "Label_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
`;

/** Asks the vaults in `targets` in turn, as a proxy does, until `end`. */
function underLoad(targets: { now: readonly RunningVault[] }, { session, key, id }: Caller) {
  const failures: string[] = [];
  const [of, sum] = [new Map<RunningVault, number>(), { asked: 0 }];
  let isOver = false;
  const asks: ((vault: RunningVault) => Promise<unknown>)[] = [
    (vault) => withKey(key, vault.baseUrl).call(revealEntry, { params: { id } }),
    (vault) => withKey(key, vault.baseUrl).call(listEntries),
    (vault) => at(vault, session).call(updateEntry, { params: { id }, body: { notes: `${sum.asked}` } }),
    async (vault) => {
      const [{ categoryId } = { categoryId: "" }] = await at(vault, session).call(listEntries);
      await at(vault, session).call(createEntry, { body: { categoryId, name: "rolled", value: "not-a-real-value" } });
    },
  ];
  const client = async (ask: (vault: RunningVault) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn += 1) {
      const vault = targets.now[turn % targets.now.length] as RunningVault;
      await ask(vault).catch((error: unknown) => failures.push(String(error)));
      of.set(vault, (of.get(vault) ?? 0) + 1);
      sum.asked += 1;
    }
  };
  const clients = asks.map(client);
  return {
    /** Resolves once each vault has answered some more. */
    answered: async (...vaults: RunningVault[]) => {
      const before = vaults.map((vault) => of.get(vault) ?? 0);
      await expect
        .poll(() => vaults.every((vault, index) => (of.get(vault) ?? 0) >= (before[index] ?? 0) + 40), {
          timeout: 60_000,
        })
        .toBe(true);
    },
    end: async () => {
      isOver = true;
      await Promise.all(clients);
      return failures;
    },
  };
}

type Caller = { session: Actor; key: string; id: string };

const at = ({ baseUrl }: RunningVault, { headers }: Actor) => actor({ ...headers, Origin: baseUrl }, baseUrl);

test("a newer release whose migrations only add takes over under load, and the former one again: no request fails", async () => {
  const dataDir = aFolder();
  const former = await aVault({ dataDir });
  const { session, accessKey } = await aUserWithKey({ baseUrl: former.baseUrl });
  const { id } = await anEntry(session, { value: "not-a-real-value" });
  const targets: { now: readonly RunningVault[] } = { now: [former] };
  const load = underLoad(targets, { session, key: accessKey.key, id });
  await load.answered(former);

  const newer = await aVault({ dataDir, release: aNewerRelease("9001_labels", labels) });
  expect(newer.output()).toContain("9001_labels");
  targets.now = [former, newer];
  await load.answered(former, newer);
  targets.now = [newer];
  await load.answered(newer);
  expect(await former.stop()).toBe(0);
  await load.answered(newer);

  const again = await aVault({ dataDir });
  targets.now = [newer, again];
  await load.answered(newer, again);
  targets.now = [again];
  await load.answered(again);
  expect(await newer.stop()).toBe(0);
  await load.answered(again);
  expect(await load.end()).toEqual([]);
  expect(readStore({ dataDir }, 'SELECT "label" FROM "KeyEntry" LIMIT 1')).toEqual([{ label: null }]);

  // What goes through all tables would leave out those that it does not know.
  for (const command of [["backup", path.join(dataDir, "backup.svcb")], ["rotate"], ["verify"]])
    expect(await operate(dataDir, command)).toMatchObject({
      code: 1,
      err: expect.stringContaining("The database is from a newer version than this command"),
    });
}, 180_000);

const unmarked = 'ALTER TABLE "KeyEntry" ADD COLUMN "label" TEXT COLLATE "C";';

test("a newer release whose migration does more than add does not start beside a former one, and changes nothing", async () => {
  const dataDir = aFolder();
  // Past a pooler, which hides who is connected.
  const env = { DATABASE_URL: databaseUrl(inject("directServer"), dataDir) };
  await ensureDatabase(env.DATABASE_URL);
  const former = await aVault({ dataDir, env });
  const { session } = await aUserWithKey({ baseUrl: former.baseUrl });
  const release = aNewerRelease("9001_unmarked", unmarked);
  expectSentence(
    await endedStart({ dataDir, release, env }),
    /Another vault or svc-admin, or a pooler that keeps connections of one, is connected to the database \S+ on \S+, and 9001_unmarked does more than add: nothing was changed\. Stop all vaults/,
  );
  await anEntry(session, { value: "not-a-real-value" });
  expect(await former.stop()).toBe(0);
  // Both wait for one another, and for nobody else.
  const [newer, other] = await Promise.all([aVault({ dataDir, release, env }), aVault({ dataDir, release, env })]);
  expect(newer.output() + other.output()).toContain("9001_unmarked");
}, 120_000);

test("doctor says whether vaults of the former version may run beside what this one brings", async () => {
  const { dataDir } = await aVault();
  const without = (name: string) =>
    changeStore({ dataDir }, 'DELETE FROM "_prisma_migrations" WHERE migration_name = ?', [name]);
  const said = async () => (await operate(dataDir, ["doctor"])).out;
  expect(await said()).toContain("ok     database version (0020_told_dates)");
  without("0019_former_places");
  without("0020_told_dates");
  expect(await said()).toMatch(
    /it applies 0019_former_places, 0020_told_dates, which only add, so that vaults of the previous/,
  );
  without("0018_imported_categories");
  expect(await said()).toContain(
    "stop all vaults on this database, then start this version once: it applies 0018_imported",
  );
});

test("a former release refuses to start beside one whose migration does more than add", async () => {
  const dataDir = aFolder();
  await (await aVault({ dataDir, release: aNewerRelease("9001_unmarked", unmarked) })).stop();
  expectSentence(await endedStart({ dataDir }), /made by a newer version \(it has migration 9001_unmarked\)/);
});

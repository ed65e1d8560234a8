import { chownSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { openDatabase } from "@/lib/db/client";
import { aUserWithKey, withKey } from "../../support/callers/actors";
import { databaseUrl, ensureDatabase } from "../../support/vaults/database";
import { anEntry } from "../../support/rows/fixtures";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { type PgBouncer, type PoolMode, startPgBouncer } from "../../support/programs/pgbouncer";
import { startPostgresqlServer } from "../../support/postgresql/postgresql-server";
import { findProgram } from "../../support/programs/programs";
import { endedStart, expectSentence } from "../../support/vaults/starts";
import { changeStore, readStore } from "../../support/vaults/store";

const { aFolder, aVault } = ownVaults();

/** A data folder, and its database, whose own settings all differ from the vault's. */
async function aHostilePlace(): Promise<{ dataDir: string; url: string }> {
  const dataDir = aFolder();
  const url = databaseUrl(inject("directServer"), dataDir);
  await ensureDatabase(url);
  await setDefaults(dataDir, url, {
    search_path: "elsewhere",
    datestyle: "SQL, DMY",
    timezone: "Asia/Kathmandu",
    default_transaction_isolation: "serializable",
    synchronous_commit: "off",
    statement_timeout: "1h",
    idle_in_transaction_session_timeout: "1h",
  });
  return { dataDir, url };
}

async function setDefaults(dataDir: string, url: string, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    changeStore({ dataDir }, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET ${name} = '${value}'`);
}

const names = [
  "search_path",
  "datestyle",
  "timezone",
  "default_transaction_isolation",
  "synchronous_commit",
  "statement_timeout",
  "idle_in_transaction_session_timeout",
];
const wanted = ["public", expect.stringMatching(/^ISO,/), "UTC", "read committed", "on", "8s", "30s"];

/** The settings of a connection like the running vault's. */
async function settingsOf(url: string): Promise<unknown[]> {
  const db = openDatabase(url);
  try {
    const [row = {}] = await db.$queryRawUnsafe<Record<string, string>[]>(
      `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`,
    );
    return names.map((name) => row[name]);
  } finally {
    await db.$disconnect();
  }
}

/** Starts a vault on it twice: the second start reads what the first one wrote, including its migrations. */
async function expectToWork({ dataDir, url }: { dataDir: string; url: string }): Promise<void> {
  const env = { DATABASE_URL: url };
  const first = await aVault({ dataDir, env });
  const { session, accessKey } = await aUserWithKey({ baseUrl: first.baseUrl });
  const { id } = await anEntry(session, { value: "kept-not-real" });
  expect(await first.stop()).toBe(0);
  const second = await aVault({ dataDir, env });
  expect((await withKey(accessKey.key, second.baseUrl).call(revealEntry, { params: { id } })).value).toBe(
    "kept-not-real",
  );
  expect((await operate(dataDir, ["doctor"], { env })).out).toMatch(/^ok {5}settings of database connections$/m);
}

test("a connection has the vault's settings, however the database is configured, and the vault starts and works on it", async () => {
  const place = await aHostilePlace();
  expect(await settingsOf(place.url)).toEqual(wanted);
  await expectToWork(place);
});

test("a command says why it can't reach its database, and so does doctor, which also tells one that has no vault in it", async () => {
  const { dataDir, url } = await aHostilePlace();
  const elsewhere = new URL(url);
  elsewhere.pathname = "/nowhere";
  expect(await operate(dataDir, ["verify"], { env: { DATABASE_URL: elsewhere.href } })).toEqual(
    refused(/The database nowhere on \S+ can't be reached \(database "nowhere" does not exist\)/),
  );
  const unreachable = await operate(dataDir, ["doctor"], { env: { DATABASE_URL: elsewhere.href } });
  expect(unreachable).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^to do {2}database: The database nowhere on \S+ can't be reached /m),
  });
  expect(unreachable.out).not.toContain("settings of database connections");
  expect(await operate(dataDir, ["doctor"], { env: { DATABASE_URL: url } })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^to do {2}database: there is no vault in it: /m),
  });
  const misspelt = new URL(url);
  misspelt.searchParams.set("options", "-c work_mm=4MB");
  expect((await operate(dataDir, ["doctor"], { env: { DATABASE_URL: misspelt.href } })).out).toMatch(
    /^to do {2}database: .*work_mm/m,
  );
});

test("doctor tells a vault that its user may not read from none", async () => {
  const { dataDir, url } = await aHostilePlace();
  await (await aVault({ dataDir, env: { DATABASE_URL: url } })).stop();
  const guest = `reader_${Date.now()}`;
  changeStore({ dataDir }, `CREATE ROLE "${guest}" LOGIN PASSWORD 'not-a-real-password'`);
  try {
    const as = new URL(url);
    [as.username, as.password] = [guest, "not-a-real-password"];
    expect((await operate(dataDir, ["doctor"], { env: { DATABASE_URL: as.href } })).out).toMatch(
      /^to do {2}database: it can't be read: check that this user owns its tables/m,
    );
  } finally {
    changeStore({ dataDir }, `DROP ROLE "${guest}"`);
  }
});

const ownSettings = `?statement_timeout=2000&options=${encodeURIComponent("-c timezone=Europe/Berlin --search_path=other")}`;
const theirs = ["other", wanted[1], "Europe/Berlin", "read committed", "on", "2s", "30s"];

test("settings in the database's URL win over the vault's own", async () => {
  const { url } = await aHostilePlace();
  expect(await settingsOf(url + ownSettings)).toEqual(theirs);
});

describe("a start on a database that accepts no writes fails and says why", () => {
  const readOnly =
    /The database \S+ on \S+ accepts no writes: it is a standby, or set to read-only[^]*Name the server that accepts writes in DATABASE_URL/;

  test("if it is set to read-only", async () => {
    const { dataDir, url } = await aHostilePlace();
    await setDefaults(dataDir, url, { default_transaction_read_only: "on" });
    expectSentence(await endedStart({ dataDir, env: { DATABASE_URL: url } }), readOnly);
  });

  test("if it is a standby", async () => {
    const server = await startPostgresqlServer();
    try {
      await server.stop();
      const signal = path.join(server.folder, "standby.signal");
      writeFileSync(signal, "");
      const { uid, gid } = statSync(server.folder);
      chownSync(signal, uid, gid);
      await server.start();
      expectSentence(await endedStart({ dataDir: aFolder(), env: { DATABASE_URL: server.url("postgres") } }), readOnly);
    } finally {
      await server.remove();
    }
  });
});

test("a start by a user who may not create tables says so", async () => {
  const { dataDir, url } = await aHostilePlace();
  const guest = `guest_${new URL(url).pathname.slice(1)}`;
  changeStore({ dataDir }, `CREATE ROLE "${guest}" LOGIN PASSWORD 'not-a-real-password'`);
  try {
    const as = new URL(url);
    as.username = guest;
    as.password = "not-a-real-password";
    expectSentence(
      await endedStart({ dataDir, env: { DATABASE_URL: as.href } }),
      /permission denied for schema public\): nothing was changed\. Let the database's user create tables/,
    );
  } finally {
    changeStore({ dataDir }, `DROP ROLE "${guest}"`);
  }
});

const program = findProgram("pgbouncer");
if (program !== null) {
  describe("behind PgBouncer", () => {
    const poolers: PgBouncer[] = [];
    afterAll(() => Promise.all(poolers.map((pooler) => pooler.stop())));
    const behind = async (poolMode: PoolMode, { dataDir, url }: { dataDir: string; url: string }) => {
      const pooler = await startPgBouncer(program, url, poolMode);
      poolers.push(pooler);
      return { dataDir, url: pooler.url };
    };

    test.each(["session", "transaction"] as const)(
      "in %s mode, with no ignored parameters, each transaction has the vault's settings, and the vault works",
      async (poolMode) => {
        const place = await behind(poolMode, await aHostilePlace());
        expect(await settingsOf(place.url)).toEqual(wanted);
        expect(await settingsOf(place.url + ownSettings)).toEqual(theirs);
        await expectToWork(place);
      },
    );

    test("in transaction mode nothing of the vault's settings stays on the server's connections", async () => {
      const direct = await aHostilePlace();
      const place = await behind("transaction", direct);
      await settingsOf(place.url);
      // A client without settings of its own, which gets the same server connection.
      const other = new pg.Client(place.url);
      await other.connect();
      try {
        const { rows } = await other.query<{ kept: string }>("SELECT current_setting('synchronous_commit') AS kept");
        expect(rows).toEqual([{ kept: "off" }]);
      } finally {
        await other.end();
      }
    });

    test("in transaction mode transactions have the isolation level that they ask for, else the usual one", async () => {
      const db = openDatabase((await behind("transaction", await aHostilePlace())).url);
      try {
        const levelIn = (isolationLevel?: "Serializable") =>
          db.$transaction(
            (tx) => tx.$queryRaw<unknown[]>`SELECT current_setting('transaction_isolation') AS level`,
            isolationLevel && { isolationLevel },
          );
        expect(await levelIn()).toEqual([{ level: "read committed" }]);
        expect(await levelIn("Serializable")).toEqual([{ level: "serializable" }]);
        expect(await db.$queryRaw`SELECT current_setting('transaction_isolation') AS level`).toEqual([
          { level: "read committed" },
        ]);
      } finally {
        await db.$disconnect();
      }
    });

    test("in transaction mode two vaults that start at once on an empty database both serve, by one master key", async () => {
      const { dataDir, url } = await behind("transaction", await aHostilePlace());
      const [one, two] = await Promise.all([1, 2].map(() => aVault({ dataDir, env: { DATABASE_URL: url } })));
      const { session, accessKey } = await aUserWithKey({ baseUrl: one?.baseUrl });
      const { id } = await anEntry(session, { value: "kept-not-real" });
      const there = withKey(accessKey.key, two?.baseUrl);
      expect((await there.call(revealEntry, { params: { id } })).value).toBe("kept-not-real");
      expect(readStore({ dataDir }, 'SELECT "keyId" FROM public."KeyCheck"')).toHaveLength(1);
    });

    test("in transaction mode 64 clients who reveal, rename and create at once are all served", async () => {
      const { dataDir, url } = await behind("transaction", await aHostilePlace());
      const { baseUrl } = await aVault({ dataDir, env: { DATABASE_URL: url } });
      const { session } = await aUserWithKey({ baseUrl });
      const { id, categoryId } = await anEntry(session);
      const asks = [
        () => session.call(revealEntry, { params: { id } }),
        (index: number) => session.call(updateEntry, { params: { id }, body: { notes: `${index}` } }),
        () => session.call(createEntry, { body: { categoryId, name: "many", value: "not-a-real-value" } }),
        () => session.call(listEntries),
      ];
      const outcomes = await Promise.allSettled(
        Array.from({ length: 64 }, (_, index) => asks[index % asks.length]?.(index)),
      );
      expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(await session.call(listEntries)).toHaveLength(1 + 16);
    });

    test("in statement mode a start fails with a message, and doctor reports it too", async () => {
      const direct = await aHostilePlace();
      await expectToWork(direct);
      const place = await behind("statement", direct);
      const refused =
        /The pooler in front of the database \S+ on \S+ must give each transaction a server connection of its own \(.+\): set PgBouncer to pool_mode = transaction or session/;
      expectSentence(await endedStart({ dataDir: place.dataDir, env: { DATABASE_URL: place.url } }), refused);
      expect(await operate(place.dataDir, ["doctor"], { env: { DATABASE_URL: place.url } })).toMatchObject({
        code: 1,
        out: expect.stringMatching(refused),
      });
    });
  });
}

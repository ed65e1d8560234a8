import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isUnavailable } from "@/lib/db/failures";
import { type DatabaseHandles, openDatabaseHandles } from "@/lib/db/database-handles";
import { newRecord, vaultItself } from "@/lib/auth/activity/activity";
import type { Runtime } from "@/lib/runtime";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { writtenQuery } from "../../support/vaults/written-query";
import { countOfLockWaiters } from "../../support/postgresql/lock-waiters";

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterAll(() => vault.close());

/** Connections of their own to the same database. */
async function opened<R>(parameters: string, work: (paths: DatabaseHandles) => Promise<R>): Promise<R> {
  const paths = openDatabaseHandles(`${vault.settings.DATABASE_URL ?? ""}?${parameters}`, vault.activity.link);
  try {
    return await work(paths);
  } finally {
    await paths.close();
  }
}

const number = (n: number | string) => writtenQuery<{ n: string }>("SELECT $1::text AS n", String(n));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe("rows that simultaneous requests look for", () => {
  test("are each asker's own, and found over one connection", async () => {
    const found = await opened("max=10", async ({ poolState, reads }) => [
      await Promise.all(numbers(16).map((n) => reads.get(number(n), {}))),
      poolState().total,
    ]);
    expect(found).toEqual([numbers(16).map((n) => ({ n: String(n) })), 1]);
  });

  test("are found over several connections if they are many, and in turns if there is only one", async () => {
    const wanted = numbers(100).map((n) => ({ n: String(n) }));
    const ask = ({ reads }: DatabaseHandles) => Promise.all(numbers(100).map((n) => reads.get(number(n), {})));
    expect(await opened("max=10", ask)).toEqual(wanted);
    expect(await opened("max=1", ask)).toEqual(wanted);
  });

  test.each([
    ["fails", "SELECT 1 / $1::integer AS n", "0", false],
    ["is refused", "SELECT $1::text AS n", "\0", false],
    ["can't be sent", "SELECT $1::text AS n", { toJSON: () => undefined }, false],
    ["takes too long", "SELECT pg_sleep($1::integer)::text AS n", "20", true],
  ])("of which one %s are found, and that one says why", async (_, sql, value, isTemporary) => {
    const [bad, ...good] = await opened("max=2&statement_timeout=500", ({ reads }) =>
      Promise.allSettled(
        [writtenQuery(sql, value as string), number(1), number(2)].map((query) => reads.get(query, {})),
      ),
    );
    expect(bad?.status === "rejected" && isUnavailable(bad.reason)).toBe(isTemporary);
    expect([bad?.status, ...good]).toEqual([
      "rejected",
      { status: "fulfilled", value: { n: "1" } },
      { status: "fulfilled", value: { n: "2" } },
    ]);
  });

  test("fail together, as temporary, if their connection ends, and later ones are found over another", async () => {
    await opened("max=2", async ({ reads }) => {
      const ended = await Promise.allSettled(
        [writtenQuery("SELECT pg_terminate_backend(pg_backend_pid())::text AS n"), number(1)].map((query) =>
          reads.get(query, {}),
        ),
      );
      expect(ended.map((one) => one.status === "rejected" && isUnavailable(one.reason))).toEqual([true, true]);
      expect(await reads.get(number(2), {})).toEqual({ n: "2" });
    });
  });

  test("have values of the same kinds each time, as a connection that knows their columns reads them too", async () => {
    const query = writtenQuery(
      `SELECT 9007199254740993::bigint AS big, 7::integer AS whole, true AS yes, NULL::text AS nothing, '\\x00ff'::bytea AS bytes, '2026-03-01 09:30:00.001'::timestamp(3) AS at`,
    );
    const wanted = {
      big: 9007199254740993n,
      whole: 7,
      yes: true,
      nothing: null,
      bytes: Buffer.from([0, 255]),
      at: new Date("2026-03-01T09:30:00.001Z"),
    };
    await opened("max=1", async ({ reads }) => {
      for (const _ of numbers(3)) expect(await reads.get(query, {})).toEqual(wanted);
      expect(await reads.all(query, {})).toEqual([wanted]);
    });
  });
});

const aRecord = (owner: string) => newRecord({ owner, action: "entry.reveal", actor: vaultItself });
const anOwner = async () => (await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } })).id;

/** How many rows of a vault each commit wrote. */
const commitsIn = (table: "Activity" | "EnvProject", owner: string) =>
  vault.reads.all(
    writtenQuery<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM "${table}" WHERE "userId" = $1 GROUP BY xmin`,
      owner,
    ),
    {},
  );

/** Runs `first` while somebody else holds a row that it needs, `more` once it waits, and then lets both go on. */
async function whileHeld(sql: string, owner: string, first: () => Promise<unknown>, more: () => Promise<unknown>) {
  const waiting = writtenQuery<{ n: number }>(countOfLockWaiters);
  const work = await vault.db.$transaction(
    async (tx) => {
      await tx.$queryRawUnsafe(sql, owner);
      const begun = first();
      await expect.poll(async () => (await vault.reads.get(waiting, {}))?.n).toBe(1);
      return { begun, added: more() };
    },
    { timeout: 30_000 },
  );
  await Promise.all([work.begun, work.added]);
}

/** A way to the database that is open to one connection: later ones are accepted and hear nothing. */
async function throughOneDoor<R>(work: (paths: DatabaseHandles) => Promise<R>): Promise<R> {
  const url = new URL(vault.settings.DATABASE_URL ?? "");
  const [port, host] = [Number(url.port), url.hostname];
  const sockets: Socket[] = [];
  const door = createServer((client) => {
    sockets.push(client.on("error", () => {}));
    if (sockets.length > 1) return;
    const database = connect(port, host);
    sockets.push(database.on("error", () => {}));
    client.pipe(database).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;
  const paths = openDatabaseHandles(`${url.href}?max=5`, vault.activity.link);
  try {
    return await work(paths);
  } finally {
    for (const socket of sockets) socket.destroy();
    door.close();
    await paths.close();
  }
}

test("a connection that can't be opened in time fails nobody, if another one is free by then", async () => {
  const found = await throughOneDoor(async ({ db, reads }) => {
    const busy = reads.all(writtenQuery("SELECT pg_sleep(0.5)::text AS n"), {});
    const waiting = [reads.get(number(1), {}), db.user.count()];
    return [await busy, ...(await Promise.all(waiting))];
  });
  expect(found).toEqual([[{ n: "" }], { n: "1" }, await vault.db.user.count()]);
});

describe("what is written", () => {
  test("shares a commit with what arrives together, the first one too", async () => {
    const owner = await anOwner();
    await Promise.all(numbers(20).map(() => vault.writes.record([aRecord(owner)])));
    expect(await commitsIn("Activity", owner)).toEqual([{ rows: 20 }]);
  });

  test("shares a commit with records that arrive while the end of their chain is waited for", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    for (const one of [owner, other]) await vault.writes.record([aRecord(one)]);
    const record = () => vault.writes.record([aRecord(owner)]);
    await whileHeld(`SELECT "userId" FROM "ActivityHead" WHERE "userId" = $1 FOR UPDATE`, owner, record, () =>
      Promise.all([...numbers(9).map(record), vault.writes.record([aRecord(other)])]),
    );
    // Another vault's chain was not held.
    const commits = await vault.reads.all(
      writtenQuery<{ rows: string }>(
        `SELECT string_agg(CASE "userId" WHEN $1 THEN 'own' ELSE 'other' END, ' ') AS rows FROM "Activity" WHERE "userId" IN ($1, $2) GROUP BY xmin`,
        owner,
        other,
      ),
      {},
    );
    expect(commits.map(({ rows }) => rows).sort()).toEqual(["other", "other", "own", Array(10).fill("own").join(" ")]);
  });

  test("shares a commit with rows that arrive while what they belong to is waited for", async () => {
    const owner = await anOwner();
    const add = () => {
      const id = randomUUID();
      const row = writtenQuery(
        `INSERT INTO "EnvProject" ("id", "userId", "name", "description", "updatedAt") VALUES ($1, $2, $1, '', now())`,
        id,
        owner,
      );
      const onlyIf = writtenQuery('SELECT "id" FROM "Owner" WHERE "id" = $1', owner);
      return vault.writes.run({ ...row, onlyIf }, [aRecord(owner)]);
    };
    await whileHeld(`SELECT "id" FROM "Owner" WHERE "id" = $1 FOR UPDATE`, owner, add, () =>
      Promise.all(numbers(9).map(add)),
    );
    for (const table of ["EnvProject", "Activity"] as const)
      expect(await commitsIn(table, owner)).toEqual([{ rows: 10 }]);
  });
});

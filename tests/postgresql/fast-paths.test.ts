import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewRecord } from "@/lib/db/chain";
import { isUnavailable } from "@/lib/db/failures";
import { type FastPaths, openFastPaths } from "@/lib/db/fast-paths";
import { poolState } from "@/lib/db/pool";
import { newRecord, vaultItself } from "@/lib/auth/activity";
import type { Runtime } from "@/lib/runtime";
import { openOwnRuntime } from "../support/vaults/own-runtime";
import { writtenQuery } from "../support/vaults/written-query";

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterAll(() => vault.close());

/** Connections of their own to the same database. */
async function opened<R>(parameters: string, work: (paths: FastPaths) => Promise<R>): Promise<R> {
  const paths = openFastPaths(`${vault.settings.DATABASE_URL ?? ""}?${parameters}`, vault.activity.link);
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
    const found = await opened("max=10", async ({ db, reads }) => [
      await Promise.all(numbers(16).map((n) => reads.get(number(n), {}))),
      poolState(db).total,
    ]);
    expect(found).toEqual([numbers(16).map((n) => ({ n: String(n) })), 1]);
  });

  test("are found over several connections if they are many, and in turns if there is only one", async () => {
    const wanted = numbers(100).map((n) => ({ n: String(n) }));
    const ask = ({ reads }: FastPaths) => Promise.all(numbers(100).map((n) => reads.get(number(n), {})));
    expect(await opened("max=10", ask)).toEqual(wanted);
    expect(await opened("max=1", ask)).toEqual(wanted);
  });

  test.each([
    ["fails", "SELECT 1 / $1::integer AS n", "0", false],
    ["can't be sent", "SELECT $1::text AS n", "\0", false],
    ["takes too long", "SELECT pg_sleep($1::integer)::text AS n", "20", true],
  ])("of which one %s are found, and that one says why", async (_, sql, value, isTemporary) => {
    const [bad, ...good] = await opened("max=2&statement_timeout=500", ({ reads }) =>
      Promise.allSettled([writtenQuery(sql, value), number(1), number(2)].map((query) => reads.get(query, {}))),
    );
    expect(bad?.status === "rejected" && isUnavailable(bad.reason)).toBe(isTemporary);
    expect([bad?.status, ...good]).toEqual([
      "rejected",
      { status: "fulfilled", value: { n: "1" } },
      { status: "fulfilled", value: { n: "2" } },
    ]);
  });

  test("are looked for again over other connections once theirs have ended", async () => {
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

test("records that arrive together share a commit, the first one too", async () => {
  const email = `${randomUUID()}@example.com`;
  const { id: owner } = await vault.db.user.create({ data: { email } });
  const records: NewRecord[] = numbers(20).map(() => newRecord({ owner, action: "entry.reveal", actor: vaultItself }));
  await Promise.all(records.map((record) => vault.writes.record([record])));
  const commits = await vault.reads.all(
    writtenQuery('SELECT count(*)::integer AS records FROM "Activity" WHERE "userId" = $1 GROUP BY xmin', owner),
    {},
  );
  expect(commits).toEqual([{ records: 20 }]);
});

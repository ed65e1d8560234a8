import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newRecord, vaultItself } from "@/lib/auth/activity/activity";
import { follows } from "@/lib/services/maintenance/verify/whole-activity-chain";
import { type DatabaseHandles, openDatabaseHandles } from "@/lib/db/database-handles";
import { findWholeHead, listChain } from "@/lib/db/queries/activity/activity-chain";
import type { Runtime } from "@/lib/runtime";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { writtenQuery } from "../../support/vaults/written-query";
import { countOfLockWaiters } from "../../support/postgresql/lock-waiters";

/*
 * Records that continue a vault's chain where the process left it, without asking first.
 */

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterAll(() => vault.close());

const databaseUrl = () => vault.settings.DATABASE_URL ?? "";
const anOwner = async () => (await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } })).id;
const append = ({ writes }: Pick<DatabaseHandles, "writes">, owner: string, names: readonly string[]) =>
  writes.record(
    names.map((name) =>
      newRecord({ owner, action: "entry.reveal", actor: vaultItself, subject: { kind: "entry", id: null, name } }),
    ),
  );

/** What a vault's records tell of, in order. They are those of an unbroken chain up to its head. */
async function chainOf(owner: string): Promise<(string | null)[]> {
  const rows = await vault.reads.all(listChain, { userId: owner, afterNumber: 0, limit: 1_000 });
  let end = { number: 0, mac: null as string | null };
  for (const row of rows) {
    expect(follows(vault.activity, end, row)).toBe(true);
    end = { number: Number(row.number), mac: row.mac };
  }
  expect(await vault.reads.get(findWholeHead, { userId: owner })).toMatchObject(end);
  return rows.map(({ objectName }) => objectName);
}

/** Another process's way to the same database. */
async function besideAnother(work: (other: DatabaseHandles) => Promise<void>): Promise<void> {
  const other = openDatabaseHandles(databaseUrl(), vault.activity.link);
  await work(other).finally(() => other.close());
}

type Way = { messages: number; breaks: boolean };

/**
 * A way to the database that counts what was sent over it: each message is one round trip. If it breaks, a connection
 * ends instead of the next answer.
 */
async function watched(work: (paths: DatabaseHandles, way: Way) => Promise<void>, max = 1): Promise<void> {
  const url = new URL(databaseUrl());
  const [port, host] = [Number(url.port), url.hostname];
  const way: Way = { messages: 0, breaks: false };
  const door = createServer((client) => {
    const database = connect(port, host);
    client.on("error", () => database.destroy()).on("data", () => void (way.messages += 1));
    database.on("error", () => client.destroy());
    database.on("data", () => {
      if (way.breaks) client.destroy();
      way.breaks = false;
    });
    client.pipe(database).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;
  const paths = openDatabaseHandles(`${url.href}?max=${max}`, vault.activity.link);
  try {
    await work(paths, way);
  } finally {
    await paths.close();
    door.close();
  }
}

describe("records of a vault", () => {
  test("take one round trip where nobody else appended of late, and two elsewhere", async () => {
    const owner = await anOwner();
    await watched(async (paths, way) => {
      const taken: number[] = [];
      const record = async (name: string) => {
        const before = way.messages;
        await append(paths, owner, [name]);
        taken.push(way.messages - before);
      };
      await record("opens the connection and the chain");
      for (const name of ["b", "c", "d"]) await record(name);
      await append(vault, owner, ["another's"]);
      for (const name of ["f", "g", "h"]) await record(name);
      // One that fails, and two to append; then it is not likely yet that nobody else comes between.
      expect(taken.slice(1)).toEqual([2, 1, 1, 3, 2, 1]);
    });
    expect(await chainOf(owner)).toEqual(expect.arrayContaining(["b", "c", "d", "another's", "f", "g", "h"]));
  });

  test("follow each other in one chain, whoever of several processes appends them, in turn or at once", async () => {
    const owner = await anOwner();
    await besideAnother(async (other) => {
      const names: string[] = [];
      for (const [turn, paths] of [vault, vault, vault, other, vault, other, other, other, vault].entries()) {
        names.push(`${turn} a`, `${turn} b`);
        await append(paths, owner, names.slice(-2));
      }
      expect(await chainOf(owner)).toEqual(names);
      const each = (paths: Pick<DatabaseHandles, "writes">, of: string) =>
        Promise.all(Array.from({ length: 20 }, (_, index) => append(paths, owner, [`${of} ${index}`])));
      for (const round of [1, 2, 3])
        await Promise.all([
          each(vault, `own ${round}`),
          each(other, `other ${round}`),
          append(vault, owner, ["beside"]),
        ]);
    });
    const chain = await chainOf(owner);
    expect(chain).toHaveLength(18 + 3 * 41);
    expect(new Set(chain.slice(18)).size).toBe(3 * 40 + 1);
  });

  test("are refused once the vault is gone", async () => {
    const owner = await anOwner();
    for (const name of ["a", "b", "c"]) await append(vault, owner, [name]);
    await vault.db.user.delete({ where: { id: owner } });
    await expect(append(vault, owner, ["d"])).rejects.toThrow();
    expect(await chainOf(owner).catch(() => [])).toEqual([]);
  });

  test("wait for the vault before they hold its chain: who is deleting it waits for nobody", async () => {
    const owner = await anOwner();
    for (const name of ["a", "b", "c"]) await append(vault, owner, [name]);
    const waiting = writtenQuery<{ n: number }>(countOfLockWaiters);
    const { outcome } = await vault.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT "id" FROM "Owner" WHERE "id" = ${owner} FOR UPDATE`;
        const outcome = append(vault, owner, ["d"]).catch((error: unknown) => error);
        await expect.poll(async () => (await vault.reads.get(waiting, {}))?.n).toBe(1);
        await tx.owner.delete({ where: { id: owner } });
        return { outcome };
      },
      { timeout: 30_000 },
    );
    expect(await outcome).toMatchObject({ name: "RefusedRecordError" });
  });

  test("whose end somebody holds wait apart, and take no round trip from the line of all vaults", async () => {
    const [held, other] = [await anOwner(), await anOwner()];
    const waiting = writtenQuery<{ n: number }>(countOfLockWaiters);
    await watched(async (paths, way) => {
      for (const owner of [held, other]) for (const name of ["a", "b", "c"]) await append(paths, owner, [name]);
      const late = await vault.db.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT "userId" FROM "ActivityHead" WHERE "userId" = ${held} FOR UPDATE`;
          const late = [append(paths, held, ["d"])];
          await append(paths, other, ["d"]);
          await expect.poll(async () => (await vault.reads.get(waiting, {}))?.n).toBe(1);
          // Opens a connection beside the one that waits.
          await append(paths, other, ["e"]);
          const before = way.messages;
          late.push(append(paths, held, ["e"]));
          await append(paths, other, ["f"]);
          expect(way.messages - before).toBe(1);
          return late;
        },
        { timeout: 30_000 },
      );
      await Promise.all(late);
      // Free again, it comes back to that line, where its end is soon known.
      for (const name of ["f", "g"]) await append(paths, held, [name]);
      const before = way.messages;
      await append(paths, held, ["h"]);
      expect(way.messages - before).toBe(1);
    }, 2);
    expect(await chainOf(held)).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
    expect(await chainOf(other)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  test("whose answer was lost are not written again, and the next ones follow them", async () => {
    const owner = await anOwner();
    await watched(async (paths, way) => {
      for (const name of ["a", "b", "c"]) await append(paths, owner, [name]);
      way.breaks = true;
      await expect(append(paths, owner, ["unanswered"])).rejects.toMatchObject({
        cause: { kind: "DatabaseNotReachable" },
      });
      for (const name of ["e", "f", "g"]) await append(paths, owner, [name]);
    });
    expect(await chainOf(owner)).toEqual(["a", "b", "c", "unanswered", "e", "f", "g"]);
  });
});

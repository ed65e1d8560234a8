import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAccount } from "@/lib/contracts/people/account";
import { createCategory } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { type Actor, aUserWithKey, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { lastBackup, metricsOn } from "../../support/rows/last-backup";
import { type PostgresqlServer, startPostgresqlServer } from "../../support/postgresql/postgresql-server";
import { send } from "../../support/http/raw";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";
import { lockWaiters } from "../../support/postgresql/lock-waiters";

/** The vault must work again this soon after its database does. */
const recoveryMsMax = 5_000;
const restarts = 10;
const acknowledgedEachRound = 30;
const writersAtOnce = 4;

// A separate, durable server, since these tests stop it.
let server: PostgresqlServer;
let vault: RunningVault;
const dataDir = newDataDir();
beforeAll(async () => {
  server = await startPostgresqlServer({ durable: true });
  vault = await startVault({ dataDir, env: { DATABASE_URL: server.url("postgres"), ...metricsOn } });
});
afterAll(async () => {
  await vault.stop("SIGKILL");
  await server.remove();
  removeDataDir(dataDir);
});

/** The responses while the database is away; `within` ms. */
async function expectUnavailable({ session, key }: { session: Actor; key: Actor }, within: number): Promise<void> {
  const writing = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "A", keyType: "json" }),
  };
  const began = Date.now();
  const answers = await Promise.all([
    key.fetch("/api/entries"),
    session.fetch("/api/stats"),
    key.fetch("/api/categories", writing),
    session.fetch("/api/categories", writing),
  ]);
  const [nextAuth, ready, alive] = await Promise.all(
    ["/api/auth/session", "/readyz", "/healthz"].map((path) => session.fetch(path)),
  );
  expect(Date.now() - began).toBeLessThan(within);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
      503,
      "1",
      expect.objectContaining({ code: "UNAVAILABLE" }),
    ]);
  }
  // The cookie must survive it: a restart of the database signs nobody out.
  expect([nextAuth?.status, nextAuth?.headers.getSetCookie().filter((line) => line.includes("session-token"))]).toEqual(
    [503, []],
  );
  expect([ready?.status, alive?.status]).toEqual([503, 200]);
  expect(await lastBackup(vault)).toBeUndefined();
}

async function expectRecovery(look: () => Promise<unknown>): Promise<void> {
  const began = Date.now();
  await expect
    .poll(
      () =>
        look().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000, interval: 50 },
    )
    .toBe(true);
  expect(Date.now() - began).toBeLessThan(recoveryMsMax);
}

test("many writes of one row leave the database's connections to other vaults", async () => {
  const [one, other] = [await aUserWithKey({ baseUrl: vault.baseUrl }), await aUserWithKey({ baseUrl: vault.baseUrl })];
  const [held, theirs] = [await anEntry(one.session), await anEntry(other.session)];
  const holder = new pg.Client(server.url("postgres"));
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT 1 FROM "KeyEntry" WHERE "id" = $1 FOR UPDATE', [held.id]);
    const write = (text: number) =>
      send(one.session, "PUT", `/api/entries/${held.id}`, { value: `not-a-real-value-${text}` });
    const writes = Array.from({ length: 40 }, (_, at) => write(at));
    await expect.poll(() => lockWaiters(holder), { timeout: 5_000 }).toBeGreaterThan(1);
    // As many as there are connections.
    const meanwhile = Array.from({ length: 10 }, (_, at) =>
      send(other.session, "PUT", `/api/entries/${theirs.id}`, { notes: `${at}` }),
    );
    expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(meanwhile.map(() => 200));
    expect((await fetch(`${vault.baseUrl}/readyz`)).status).toBe(200);
    await holder.query("COMMIT");
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
  } finally {
    await holder.end();
  }
});

test("many changes of one account leave the database's connections to other people", async () => {
  const [one, other] = [await aUserWithKey({ baseUrl: vault.baseUrl }), await aUserWithKey({ baseUrl: vault.baseUrl })];
  const { id } = await one.session.call(getAccount);
  const holder = new pg.Client(server.url("postgres"));
  await holder.connect();
  try {
    // As an import does, or whatever else holds a whole vault.
    await holder.query("BEGIN");
    await holder.query('SELECT 1 FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE', [id]);
    const changes = Array.from({ length: 40 }, (_, at) =>
      send(one.session, "PUT", "/api/account", { name: `Ada ${at}` }),
    );
    await expect.poll(() => lockWaiters(holder), { timeout: 5_000 }).toBe(1);
    // As many as there are connections.
    const meanwhile = Array.from({ length: 10 }, () => other.session.fetch("/api/account"));
    expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(meanwhile.map(() => 200));
    await holder.query("COMMIT");
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
  } finally {
    await holder.end();
  }
});

describe("while the database is away, reads and writes answer 503 with Retry-After, and work again within 5 seconds of its return", () => {
  test("after it was stopped", async () => {
    const user = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { id } = await anEntry(user.session, { value: "kept-not-real" });
    await server.stop();
    await expectUnavailable(user, 5_000);
    await server.start();
    await expectRecovery(() => user.key.call(listEntries));
    expect((await user.session.call(revealEntry, { params: { id } })).value).toBe("kept-not-real");
    expect((await fetch(`${vault.baseUrl}/readyz`)).status).toBe(200);
  });

  test("while it hangs silently", async () => {
    const user = await aUserWithKey({ baseUrl: vault.baseUrl });
    server.signal("SIGSTOP");
    try {
      await expectUnavailable(user, 30_000);
    } finally {
      server.signal("SIGCONT");
    }
    await expectRecovery(() => user.key.call(listEntries));
  });

  test("and a start without it is refused with a message that contains no password", async () => {
    await server.stop();
    try {
      const refused = startVault({ dataDir, env: { DATABASE_URL: server.url("postgres") } });
      await expect(refused).rejects.toThrow(
        /ended with 1:[\s\S]*postgres on 127\.0\.0\.1:\d+ can't be reached \(.*ECONNREFUSED.*\): check DATABASE_URL/,
      );
      await expect(refused).rejects.not.toThrow(/not-a-real-password/);
    } finally {
      await server.start();
    }
    await expectRecovery(() =>
      fetch(`${vault.baseUrl}/readyz`).then(({ ok }) => ok || Promise.reject(new Error("not ready"))),
    );
  });
});

test(`nothing acknowledged is lost over ${restarts} crashes of the database under load, and the vault recovers from each within 5 seconds`, async () => {
  const { session, accessKey } = await aUserWithKey({ baseUrl: vault.baseUrl });
  const key = withKey(accessKey.key, vault.baseUrl);
  const { id: categoryId } = await session.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" },
  });
  const acknowledged = new Map<string, string>();
  const wrongRefusals = new Set<number>();
  let tried = 0;
  let over = false;
  const writer = async () => {
    while (!over) {
      const value = `value-not-real-${(tried += 1)}`;
      const { status, json } = await send(key, "POST", "/api/entries", { categoryId, name: value, value });
      if (status === 201) acknowledged.set((json as { id: string }).id, value);
      else if (status !== 503) wrongRefusals.add(status);
    }
  };
  const writers = Array.from({ length: writersAtOnce }, writer);
  for (let round = 1; round <= restarts; round += 1) {
    const wanted = acknowledged.size + acknowledgedEachRound;
    await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(wanted);
    await server.kill();
    await server.start();
    const before = acknowledged.size;
    await expectRecovery(async () =>
      acknowledged.size > before ? true : Promise.reject(new Error("nothing written yet")),
    );
  }
  over = true;
  await Promise.all(writers);

  expect([...wrongRefusals]).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(restarts * acknowledgedEachRound);
  const listed = new Map((await key.call(listEntries)).map(({ id, name }) => [id, name]));
  expect([...acknowledged].filter(([id, value]) => listed.get(id) !== value)).toEqual([]);
  for (const [id, value] of acknowledged) expect((await key.call(revealEntry, { params: { id } })).value).toBe(value);
});

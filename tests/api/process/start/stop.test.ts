import { describe, expect, test } from "vitest";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { listCategories } from "@/lib/contracts/vault/categories";
import { aUserWithKey, signIn } from "../../../support/callers/actors";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { connect, type RawConnection, requestBytes } from "../../../support/http/raw-http";
import type { RunningVault } from "../../../support/vaults/server";
import { testOnce } from "../../../support/vaults/test-once";

const { aVault } = ownVaults();
/** Those that a test started last, and left with nothing to do. */
const left: RunningVault[] = [];
const aRunningVault = async () => left.pop() ?? (await aVault());

const body = JSON.stringify({ name: "uploaded", keyType: "json" });

/** An upload whose handler waits for the body, as the vault's 100 has shown. */
async function anUpload(baseUrl: string, headers: Record<string, string>): Promise<RawConnection> {
  const connection = connect(baseUrl);
  connection.write(
    requestBytes("POST", "/api/categories", {
      ...headers,
      "Content-Type": "application/json",
      Expect: "100-continue",
      "Content-Length": String(body.length),
    }),
  );
  expect((await connection.answer()).status).toBe(100);
  connection.write(body.slice(0, 5));
  return connection;
}

const isRefused = async (baseUrl: string): Promise<boolean> => {
  const connection = connect(baseUrl);
  connection.write(requestBytes("GET", "/healthz", { Connection: "close" }));
  return connection.answer().then(
    () => false,
    () => true,
  );
};

describe("a stop", () => {
  test.for(["SIGTERM", "SIGINT"] as const)(
    "by %s lets an upload finish with its response, accepts no new connection, and exits with 0",
    async (signal) => {
      const vault = await aRunningVault();
      const user = await aUserWithKey({ baseUrl: vault.baseUrl });
      const upload = await anUpload(vault.baseUrl, user.key.headers);
      const stopped = vault.stop(signal);
      await expect.poll(() => isRefused(vault.baseUrl), { timeout: 10_000 }).toBe(true);
      upload.write(body.slice(5));
      const answer = await upload.answer();
      expect([answer.status, JSON.parse(answer.body)]).toEqual([201, expect.objectContaining({ name: "uploaded" })]);
      const answeredAt = performance.now();
      expect(await stopped).toBe(0);
      // Nothing is in progress any more: it does not wait for connections that could merely be reused.
      expect(performance.now() - answeredAt).toBeLessThan(5_000);

      const next = await aVault({ dataDir: vault.dataDir });
      left.push(next);
      expect(await (await signIn(user.email, user.password, next.baseUrl)).call(listCategories)).toMatchObject([
        { name: "uploaded" },
      ]);
    },
  );

  test("writes pending data: a key's last use is not lost", async () => {
    const vault = await aRunningVault();
    const user = await aUserWithKey({ baseUrl: vault.baseUrl });
    await user.key.call(listCategories);
    expect(await vault.stop()).toBe(0);
    const next = await aVault({ dataDir: vault.dataDir });
    left.push(next);
    const session = await signIn(user.email, user.password, next.baseUrl);
    expect(await session.call(listAccessKeys)).toMatchObject([
      { id: user.accessKey.id, lastUsedAt: expect.any(String) },
    ]);
  });

  testOnce("is immediate if connections are merely kept open", async () => {
    const vault = await aRunningVault();
    const connections = Array.from({ length: 5 }, () => connect(vault.baseUrl));
    for (const connection of connections) {
      connection.write(requestBytes("GET", "/healthz"));
      expect((await connection.answer()).status).toBe(200);
    }
    const askedAt = performance.now();
    expect(await vault.stop()).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(5_000);
    await Promise.all(connections.map(({ closed }) => closed));
  });

  testOnce("does not cut off running requests if it is requested twice", async () => {
    const vault = await aRunningVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const upload = await anUpload(vault.baseUrl, key.headers);
    const stopped = vault.stop();
    await expect.poll(() => isRefused(vault.baseUrl), { timeout: 10_000 }).toBe(true);
    void vault.stop();
    upload.write(body.slice(5));
    expect((await upload.answer()).status).toBe(201);
    expect(await stopped).toBe(0);
  });

  testOnce(
    "with STOP_DELAY_SECONDS goes on serving, keeps no connection open and reports it at /readyz; a second signal ends the delay",
    async () => {
      const vault = await aVault({ env: { STOP_DELAY_SECONDS: "600" } });
      const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
      const kept = connect(vault.baseUrl);
      kept.write(requestBytes("GET", "/readyz"));
      expect((await kept.answer()).status).toBe(200);
      const stopped = vault.stop();
      await expect.poll(async () => (await fetch(`${vault.baseUrl}/readyz`)).status, { timeout: 10_000 }).toBe(503);
      expect(await key.call(listCategories)).toEqual([]);
      expect((await fetch(`${vault.baseUrl}/healthz`)).status).toBe(200);
      kept.write(requestBytes("GET", "/api/categories", key.headers));
      const last = await kept.answer();
      expect([last.status, last.header("connection")]).toEqual([200, "close"]);
      await kept.closed;
      void vault.stop("SIGINT");
      expect(await stopped).toBe(0);
    },
  );
});

import { execFileSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listAccessKeys, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { reauthenticate } from "@/lib/contracts/people/account";
import { listCategories } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listFileLinks } from "@/lib/contracts/vault/references";
import { type Actor, actor, aUserWithKey, password, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { lastBackup, metricsOn } from "../../support/rows/last-backup";
import { operate } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { exchange, requestBytes } from "../../support/http/raw-http";
import type { RunningVault } from "../../support/vaults/server";
import { aCertificate, askOverTls, keepCertificate } from "../../support/programs/tls";

const { aFolder, aVault } = ownVaults();

/** Two processes on one database and one master key, for all tests that need no settings and look at their own users alone. */
const dataDir = aFolder();
const [one, two] = [await aVault({ dataDir }), await aVault({ dataDir })];

/** The same cookies at another replica. */
const at = (replica: RunningVault, { headers }: Actor) =>
  actor({ ...headers, Origin: replica.baseUrl }, replica.baseUrl);

describe("of two replicas", () => {
  test("each serves data that the other stored, to sessions and keys that the other issued", async () => {
    const { session, accessKey } = await aUserWithKey({ baseUrl: one.baseUrl });
    const { id } = await anEntry(session, { value: "not-a-real-value" });
    for (const who of [at(two, session), withKey(accessKey.key, two.baseUrl)])
      expect((await who.call(revealEntry, { params: { id } })).value).toBe("not-a-real-value");
  });

  test("one refuses at the next request what the other has revoked or signed out", async () => {
    for (const [here, there] of [
      [one, two],
      [two, one],
    ] as const) {
      const { session, accessKey } = await aUserWithKey({ baseUrl: here.baseUrl });
      const key = withKey(accessKey.key, there.baseUrl);
      expect(await key.call(listEntries)).toEqual([]);
      await session.call(revokeAccessKey, { params: { id: accessKey.id } });
      await expect(key.call(listEntries)).rejects.toMatchObject({ status: 401, code: "AUTH_INVALID_KEY" });

      const elsewhere = at(there, session);
      expect(await elsewhere.call(listEntries)).toEqual([]);
      await signOut(session);
      await expect(elsewhere.call(listEntries)).rejects.toMatchObject({ status: 401, code: "AUTH_REQUIRED" });
    }
  });

  test("each tells at its next request what the other did to a value that it compared before", async () => {
    const { session } = await aUserWithKey({ baseUrl: one.baseUrl });
    const elsewhere = at(two, session);
    const { id: entryId } = await anEntry(session, { value: "not-a-real-one" });
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const content = "A=not-a-real-one\nB=not-a-real-two\n";
    const { data: file } = await session.call(saveEnvFile, {
      params: { id: project.id },
      body: { fileType: "env", content },
    });
    const statesAt = async (who: Actor) =>
      (await who.call(listFileLinks, { params: { id: project.id, fileId: file.id } })).data.map(({ state }) => state);
    // Both remember the value.
    for (const who of [session, elsewhere]) expect(await statesAt(who)).toEqual(["same", "plain"]);
    await session.call(updateEntry, { params: { id: entryId }, body: { value: "not-a-real-two" } });
    for (const who of [elsewhere, session]) expect(await statesAt(who)).toEqual(["outdated", "same"]);
    await elsewhere.call(updateEntry, { params: { id: entryId }, body: { value: "not-a-real-one" } });
    for (const who of [session, elsewhere]) expect(await statesAt(who)).toEqual(["same", "outdated"]);
  });

  test("each counts an account's requests separately", async () => {
    const folder = aFolder();
    const env = { API_REQUESTS_PER_MINUTE: "1" };
    const [here, there] = [await aVault({ dataDir: folder, env }), await aVault({ dataDir: folder, env })];
    const { accessKey } = await aUserWithKey({ baseUrl: here.baseUrl });
    const passedAt = async ({ baseUrl }: RunningVault) => {
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => withKey(accessKey.key, baseUrl).fetch("/api/entries")),
      );
      return answers.filter(({ status }) => status === 200).length;
    };
    // Ten at once; creating the key was one.
    expect([await passedAt(here), await passedAt(there)]).toEqual([9, 10]);
  });

  test("one refuses at the next request a token that a re-authentication at the other replaced", async () => {
    for (const [here, there] of [
      [one, two],
      [two, one],
    ] as const) {
      const { session } = await aUserWithKey({ baseUrl: here.baseUrl });
      const old = at(there, session);
      expect(await old.call(listEntries)).toEqual([]);
      await session.call(reauthenticate, { body: { password } });
      await expect(old.call(listEntries)).rejects.toMatchObject({ status: 401, code: "AUTH_REQUIRED" });
      expect(await at(there, session).call(listEntries)).toEqual([]);
    }
  });

  test("one of two concurrent re-authentications with one token succeeds, and its token works at both", async () => {
    const { session } = await aUserWithKey({ baseUrl: one.baseUrl });
    const same = [one, two, one, two].map((replica) => at(replica, session));
    const outcomes = await Promise.allSettled(same.map((who) => who.call(reauthenticate, { body: { password } })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 401, code: "AUTH_REQUIRED" });
      else
        for (const replica of [one, two])
          expect(await at(replica, same[index] ?? session).call(listEntries)).toEqual([]);
    }
  });

  test("each writes a key's last use, and both show it", async () => {
    const { session, accessKey } = await aUserWithKey({ baseUrl: one.baseUrl });
    await withKey(accessKey.key, two.baseUrl).call(listCategories);
    await expect
      .poll(async () => (await session.call(listAccessKeys))[0]?.lastUsedAt, { timeout: 10_000 })
      .toEqual(expect.any(String));
  });
});

async function signOut(session: Actor): Promise<void> {
  const start = await session.fetch("/api/auth/csrf");
  const { csrfToken } = (await start.json()) as { csrfToken: string };
  const cookies = [session.headers.Cookie, ...start.headers.getSetCookie().map((line) => line.split(";")[0])].join(
    "; ",
  );
  await session.fetch("/api/auth/signout", {
    method: "POST",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
}

describe("WORKERS=2", () => {
  const childrenOf = ({ process: { pid } }: RunningVault) =>
    execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [child = 0, parent] = line.trim().split(/\s+/).map(Number);
        return parent === pid ? [child] : [];
      })
      .filter((child) => isRunning(child));

  const isRunning = (id: number) => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };

  test("runs two processes on one port; one that dies is replaced; SIGTERM ends all of them cleanly", async () => {
    const vault = await aVault({ env: { WORKERS: "2" }, byScript: true });
    expect(vault.output()).toMatch(/workers +2 processes/);
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const [first = 0, second = 0, ...more] = childrenOf(vault);
    expect([first > 0, second > 0, more]).toEqual([true, true, []]);

    process.kill(first, "SIGKILL");
    await expect
      .poll(() => childrenOf(vault).filter((id) => id !== first && id !== second).length, { timeout: 30_000 })
      .toBe(1);
    expect(vault.output()).toContain('"event":"worker-ended"');
    for (let request = 0; request < 10; request += 1) expect(await key.call(listEntries)).toEqual([]);

    const workers = childrenOf(vault);
    expect(await vault.stop()).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
    expect(vault.output().match(/"event":"stopped"/g)?.length).toBeGreaterThanOrEqual(1);
  });

  test("go on serving for STOP_DELAY_SECONDS, although a service manager tells each of them to stop, until a second signal to their leader", async () => {
    const vault = await aVault({ env: { WORKERS: "2", STOP_DELAY_SECONDS: "600" } });
    const workers = childrenOf(vault);
    for (const id of workers) process.kill(id, "SIGTERM");
    const stopped = vault.stop();
    // On separate connections, which are distributed in turn.
    const statuses = () =>
      Promise.all(
        [1, 2].map(
          async () => (await exchange(vault.baseUrl, requestBytes("GET", "/readyz", { Connection: "close" }))).status,
        ),
      );
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([503, 503]);
    await expect.poll(() => vault.output().match(/"event":"stopping"/g)?.length, { timeout: 10_000 }).toBe(2);
    for (let request = 0; request < 4; request += 1)
      expect((await exchange(vault.baseUrl, requestBytes("GET", "/healthz", { Connection: "close" }))).status).toBe(
        200,
      );
    expect(childrenOf(vault)).toEqual(workers);
    void vault.stop();
    expect(await stopped).toBe(0);
  });

  test("return /metrics together, whichever is asked, and keep the counts of an ended process in the sums", async () => {
    const token = "not-a-real-metrics-token";
    const vault = await aVault({ env: { WORKERS: "2", METRICS_TOKEN: token } });
    // On separate connections, which are distributed in turn.
    const ask = async (target: string) =>
      (
        await exchange(
          vault.baseUrl,
          requestBytes("GET", target, { Authorization: `Bearer ${token}`, Connection: "close" }),
        )
      ).body;
    const refusedIn = (text: string) =>
      Number(/^svc_http_requests_total\{contract="listCategories",status="401"\} (\d+)$/m.exec(text)?.[1]);
    for (let request = 0; request < 6; request += 1) await ask("/api/categories");
    // A request is counted once its response has left.
    await expect.poll(async () => refusedIn(await ask("/metrics")), { timeout: 10_000 }).toBe(6);
    const texts = [await ask("/metrics"), await ask("/metrics")];
    expect(texts.map(refusedIn)).toEqual([6, 6]);
    for (const text of texts) expect(text.match(/^svc_build_info\{.*\} 1$/gm)).toHaveLength(1);

    const [first = 0] = childrenOf(vault);
    process.kill(first, "SIGKILL");
    await expect.poll(() => vault.output(), { timeout: 10_000 }).toContain('"event":"worker-ended"');
    expect(refusedIn(await ask("/metrics"))).toBe(6);
  });

  test("report one time of the last backup, whichever is asked", async () => {
    const vault = await aVault({ env: { WORKERS: "2", ...metricsOn } });
    expect(await Promise.all([lastBackup(vault), lastBackup(vault)])).toEqual([0, 0]);
    const began = Date.now();
    expect(await operate(vault.dataDir, ["backup", path.join(aFolder(), "vault.backup")])).toMatchObject({
      code: 0,
      err: "",
    });
    const told = await Promise.all(Array.from({ length: 4 }, () => lastBackup(vault)));
    expect(told[0]).toBeGreaterThanOrEqual(began / 1000);
    expect(new Set(told).size).toBe(1);
  });

  test("say on each log line which of them wrote it", async () => {
    const vault = await aVault({ env: { WORKERS: "2" } });
    const workers = childrenOf(vault);
    // On separate connections, which are distributed in turn.
    for (let request = 0; request < 4; request += 1)
      await exchange(vault.baseUrl, requestBytes("GET", "/healthz", { Host: "localhost", Connection: "close" }));
    expect(await vault.stop()).toBe(0);
    const lines = vault
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ event }) => event === "request");
    expect(requests).toHaveLength(4);
    expect(requests.map(({ pid }) => Number(pid)).sort()).toEqual([...workers, ...workers].sort());
    expect(new Set(lines.map(({ hostname }) => hostname))).toEqual(new Set([os.hostname()]));
  });

  test("serve TLS, and each uses a renewed certificate after one SIGHUP to their leader", async () => {
    const folder = aFolder();
    const [first, renewed] = [await aCertificate(), await aCertificate()];
    const vault = await aVault({ env: { WORKERS: "2", ...keepCertificate(folder, first) } });
    for (let request = 0; request < 4; request += 1)
      expect((await askOverTls(vault.port, "/readyz", { ca: first.cert })).status).toBe(200);
    keepCertificate(folder, renewed);
    vault.process.kill("SIGHUP");
    await expect.poll(() => vault.output().match(/"event":"certificate-taken"/g)?.length, { timeout: 10_000 }).toBe(2);
    for (let request = 0; request < 4; request += 1)
      expect((await askOverTls(vault.port, "/readyz", { ca: renewed.cert })).status).toBe(200);
    expect(await vault.stop()).toBe(0);
  });

  test("end by themselves if their leader is killed", async () => {
    const vault = await aVault({ env: { WORKERS: "2" } });
    const workers = childrenOf(vault);
    expect(workers).toHaveLength(2);
    vault.process.kill("SIGKILL");
    await expect.poll(() => workers.filter(isRunning), { timeout: 30_000 }).toEqual([]);
  });
});

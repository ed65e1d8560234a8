import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { aRegisteredUser, aUser, aUserWithKey, signIn } from "../../../support/callers/actors";
import { shownDatabase } from "../../../support/vaults/database";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { exchange, requestBytes } from "../../../support/http/raw-http";
import { endedStart, expectSentence } from "../../../support/vaults/starts";
import { changeStore, readStore } from "../../../support/vaults/store";
import { describeOnce, testOnce } from "../../../support/vaults/test-once";

const { aFolder, aVault } = ownVaults();

/** One that listens to this machine alone, and one that others reach. The last tests stop both. */
const [loopback, open] = [await aVault(), await aVault({ env: { HOST: "0.0.0.0" } })];

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe("a first start", () => {
  test("creates the data folder and the master key for this user only, and says where the data is and what to back up", async () => {
    const dataDir = path.join(aFolder(), "not/yet/there");
    const vault = await aVault({ dataDir, byScript: true });
    const keyFile = path.join(dataDir, "master.key");
    expect([modeOf(dataDir), modeOf(keyFile)]).toEqual(["700", "600"]);
    expect(Buffer.from(readFileSync(keyFile, "utf8").trim(), "base64")).toHaveLength(32);
    expect(vault.output()).toMatch(new RegExp(`open at http://\\S+:${vault.port}`));
    expect(vault.output()).toContain(shownDatabase(dataDir));
    expect(vault.output()).toContain(keyFile);
    expect(vault.output()).toMatch(/back ?up/i);
    expect(vault.output()).not.toContain(readFileSync(keyFile, "utf8").trim());
  });

  testOnce("warns if anybody who can reach it from outside could register, and not otherwise", async () => {
    expect(open.output()).toMatch(/register.*AUTH_REGISTRATION=closed/);
    const closed = await aVault({ env: { HOST: "0.0.0.0", AUTH_REGISTRATION: "closed" } });
    for (const vault of [closed, loopback]) expect(vault.output()).not.toContain("AUTH_REGISTRATION");
  });
});

describeOnce("host names", () => {
  test("behind a trusted proxy, 127.0.0.1, localhost and any host name get the same replies, and redirects keep the requested name", async () => {
    const vault = await aVault({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    for (const host of [`127.0.0.1:${vault.port}`, `localhost:${vault.port}`, "vault.example", "vault.example:8443"]) {
      const list = await exchange(
        vault.baseUrl,
        requestBytes("GET", "/api/categories", { ...key.headers, Host: host }),
      );
      expect({ host, status: list.status, body: list.body }).toEqual({ host, status: 200, body: "[]" });
      for (const target of ["/", "/vault", "/api/auth/signin"]) {
        const { status, header } = await exchange(vault.baseUrl, requestBytes("GET", target, { Host: host }));
        expect([302, 307]).toContain(status);
        const location = new URL(header("location") ?? "", `http://${host}`);
        expect({ host: location.host, path: location.pathname }).toEqual({ host, path: "/login" });
      }
    }
    expect((await fetch(`http://localhost:${vault.port}/healthz`)).status).toBe(200);
  });

  test("over loopback, a name that no setting gives is refused for pages, the API and sign-in, with advice on settings; probes work under any name", async () => {
    const asked = async (target: string, host: string) =>
      exchange(open.baseUrl, requestBytes("GET", target, { Host: host }));
    for (const target of ["/login", "/api/openapi", "/api/auth/csrf", "/icon.svg", "/none"]) {
      const refused = await asked(target, "rebound.example");
      expect([target, refused.status, JSON.parse(refused.body)]).toEqual([
        target,
        421,
        { code: "HOST_UNKNOWN", error: expect.stringMatching(/localhost.*NEXTAUTH_URL.*TRUSTED_PROXIES/) as string },
      ]);
    }
    for (const target of ["/healthz", "/readyz"]) expect((await asked(target, "rebound.example")).status).toBe(200);
  });
});

describe("health", () => {
  testOnce("/healthz and /readyz are open to everybody, for GET and HEAD only", async () => {
    for (const [target, status] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"],
    ] as const) {
      const response = await fetch(loopback.baseUrl + target);
      expect([response.status, await response.json(), response.headers.get("cache-control")]).toEqual([
        200,
        { status },
        "no-store",
      ]);
      const head = await exchange(loopback.baseUrl, requestBytes("HEAD", target));
      expect([head.status, head.header("content-length")]).toEqual([200, String(JSON.stringify({ status }).length)]);
      const post = await fetch(loopback.baseUrl + target, { method: "POST" });
      expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("/readyz is 503 while the master key does not match the database, and recovers; /healthz is not affected", async () => {
    const [row] = readStore<{ sealedCheck: Buffer }>(loopback, 'SELECT "sealedCheck" FROM "KeyCheck"');
    const put = (bytes: Buffer | undefined) =>
      changeStore(loopback, 'UPDATE "KeyCheck" SET "sealedCheck" = ?', [bytes]);
    put(Buffer.alloc(100));
    const response = await fetch(`${loopback.baseUrl}/readyz`);
    expect([response.status, await response.json(), response.headers.get("retry-after")]).toEqual([
      503,
      { status: "unavailable" },
      "1",
    ]);
    expect((await fetch(`${loopback.baseUrl}/healthz`)).status).toBe(200);
    put(row?.sealedCheck);
    expect((await fetch(`${loopback.baseUrl}/readyz`)).status).toBe(200);
  });

  test("/readyz is 503 if the database has lost its tables, and reveals nothing about the error", async () => {
    const rename = (from: string, to: string) => changeStore(loopback, `ALTER TABLE "${from}" RENAME TO "${to}"`);
    rename("KeyCheck", "Gone");
    const response = await fetch(`${loopback.baseUrl}/readyz`);
    expect([response.status, await response.text()]).toEqual([503, '{"status":"unavailable"}']);
    rename("Gone", "KeyCheck");
    expect((await fetch(`${loopback.baseUrl}/readyz`)).status).toBe(200);
  });
});

describeOnce("a data folder", () => {
  test("that can't be created stops the start with a message", async () => {
    const file = path.join(aFolder(), "file");
    writeFileSync(file, "");
    expectSentence(await endedStart({ dataDir: path.join(file, "below-a-file") }), /VAULT_DATA_DIR/);
  });
});

describe("a later start", () => {
  test("finds everything unchanged: the key, the accounts and their data", async () => {
    const first = await aVault();
    const user = await aRegisteredUser(first.baseUrl);
    const category = await user.session.call(createCategory, { body: { name: "kept", keyType: "json" } });
    const masterKey = readFileSync(path.join(first.dataDir, "master.key"), "utf8");
    expect(await first.stop()).toBe(0);
    const second = await aVault({ dataDir: first.dataDir });
    expect(readFileSync(path.join(first.dataDir, "master.key"), "utf8")).toBe(masterKey);
    expect(await (await signIn(user.email, user.password, second.baseUrl)).call(listCategories)).toEqual([category]);
  });

  test("is not held up by a process that was killed with kill -9", async () => {
    const { session } = await aUser(loopback.baseUrl);
    await session.call(createCategory, { body: { name: "kept", keyType: "json" } });
    expect(await loopback.stop("SIGKILL")).toBe("SIGKILL");
    const next = await aVault({ dataDir: loopback.dataDir });
    expect((await fetch(`${next.baseUrl}/readyz`)).status).toBe(200);
  });

  test("on a database of a newer version is refused with a message", async () => {
    expect(await open.stop()).toBe(0);
    changeStore(
      open,
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', '2027-01-01', '9999_newer')",
    );
    expectSentence(await endedStart({ dataDir: open.dataDir }), /newer version.*9999_newer/);
  });
});

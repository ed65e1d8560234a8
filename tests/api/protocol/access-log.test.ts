import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access-keys";
import { contracts } from "@/lib/contracts";
import { scopes } from "@/lib/contracts/scopes";
import { listSessions } from "@/lib/contracts/sessions";
import { getStats } from "@/lib/contracts/stats";
import { createTeam } from "@/lib/contracts/teams";
import {
  aRegisteredUser,
  aSessionOfNoExample,
  aUserWithKey,
  password,
  signIn,
  tryToSignIn,
  withKey,
} from "../../support/actors";
import { belongingsOf } from "../../support/belongings";
import { operation } from "../../support/http/operations";
import { within } from "../../support/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { turnOnSecondFactor } from "../../support/second-factor";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { projectRoot, type RunningVault } from "../../support/vaults/server";

const { aVault } = ownVaults();

/** The vault's output after its welcome message, each line parsed as JSON. Anything else fails. */
function logOf(vault: RunningVault): Record<string, unknown>[] {
  const lines = vault
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
const requestsOf = (vault: RunningVault) => logOf(vault).filter(({ event }) => event === "request");

/** Stops the vault, so that all of its lines have been written. */
async function stopped(vault: RunningVault): Promise<Record<string, unknown>[]> {
  expect(await vault.stop()).toBe(0);
  return requestsOf(vault);
}

describe("the access log", () => {
  test("has one JSON line per request, with request id, contract, status and caller, in the order in which requests end", async () => {
    const vault = await aVault();
    const {
      id: userId,
      session,
      key,
      accessKey,
    } = await aUserWithKey({ baseUrl: vault.baseUrl, scopes: ["stats:read"] });
    const [{ id: sessionId } = { id: "" }] = await session.call(listSessions);
    // The key, the list of sessions.
    const before = 2;
    const expected: Record<string, unknown>[] = [];
    for (const [caller, name] of [
      [session, "session"],
      [key, "key"],
    ] as const) {
      for (const contract of contracts.filter(({ method }) => method === "GET")) {
        const { path } = operation(contract);
        const response = await caller.fetch(path);
        await response.arrayBuffer();
        // Whether or not its scopes were refused, the caller is known.
        const known =
          contract.access !== "public"
            ? { caller: name, userId, ...(name === "key" ? { keyPrefix: accessKey.keyPrefix } : { sessionId }) }
            : {};
        expected.push({
          level: "info",
          event: "request",
          area: "api",
          method: "GET",
          contract: contract.id,
          status: response.status,
          requestId: response.headers.get("x-request-id"),
          ...known,
        });
      }
    }
    const lines = (await stopped(vault)).slice(before);
    expect(lines).toEqual(expected.map((line) => expect.objectContaining(line)));
    for (const { time, ms } of lines)
      expect([new Date(String(time)).toISOString(), typeof ms]).toEqual([time, "number"]);
  });

  test("distinguishes people, sessions and keys by ids, and contains no e-mail or client address", async () => {
    const vault = await aVault();
    const [ada, grace] = [
      await aUserWithKey({ baseUrl: vault.baseUrl }),
      await aUserWithKey({ baseUrl: vault.baseUrl }),
    ];
    const callers = [ada.session, await signIn(ada.email, password, vault.baseUrl), ada.key, grace.session, grace.key];
    for (const caller of callers) await caller.call(getStats);
    const lines = (await stopped(vault)).filter(({ contract }) => contract === "getStats");
    expect(lines.map(({ userId }) => userId)).toEqual([ada.id, ada.id, ada.id, grace.id, grace.id]);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(lines.map(({ sessionId, keyPrefix }) => sessionId ?? keyPrefix)).toEqual([
      uuid,
      uuid,
      ada.accessKey.keyPrefix,
      uuid,
      grace.accessKey.keyPrefix,
    ]);
    expect(new Set(lines.map(({ sessionId }) => sessionId)).size).toBe(4);
    const written = JSON.stringify(logOf(vault));
    for (const personal of [ada.email, grace.email, "@", "127.0.0.1", "::1"])
      expect([personal, written.includes(personal)]).toEqual([personal, false]);
  });

  test("says on every line which process on which machine wrote it", async () => {
    const [one, other] = [await aVault(), await aVault()];
    for (const vault of [one, other]) {
      await fetch(`${vault.baseUrl}/api/entries`);
      await stopped(vault);
      const lines = logOf(vault);
      expect(lines.map(({ event }) => event)).toEqual(["request", "stopping", "stopped"]);
      for (const { hostname, pid } of lines)
        expect({ hostname, pid }).toEqual({ hostname: os.hostname(), pid: vault.process.pid });
    }
    expect(one.process.pid).not.toBe(other.process.pid);
  });

  test("has the fields that docs/logs.md lists for a request, and no others", async () => {
    const row =
      readFileSync(path.join(projectRoot, "docs/logs.md"), "utf8")
        .split("\n")
        .find((line) => line.startsWith("| `request`")) ?? "";
    // Text in parentheses explains a field.
    const listed = [...(row.split(" | ")[3] ?? "").replace(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(listed).toContain("userId");
    const vault = await aVault();
    const { session, key } = await aUserWithKey({ baseUrl: vault.baseUrl, scopes: ["stats:read"] });
    for (const caller of [session, key])
      for (const address of ["/api/stats", "/api/entries", "/api/nowhere"])
        await (await caller.fetch(address)).arrayBuffer();
    const team = await session.call(createTeam, { body: { name: "Payments" } });
    await within(session, team.id, vault.baseUrl).call(getStats);
    const written = new Set((await stopped(vault)).flatMap((line) => Object.keys(line)));
    // No client disconnected here.
    expect([...written, "aborted"].sort()).toEqual([...listed, "event", "hostname", "level", "pid", "time"].sort());
  });

  test("gives the code of the error that refused a request", async () => {
    const vault = await aVault();
    await fetch(`${vault.baseUrl}/api/entries`);
    const [line] = await stopped(vault);
    expect(line).toMatchObject({ status: 401, code: "AUTH_REQUIRED", contract: "listEntries" });
  });

  test("has a line for each sign-in: whose it was, with which method and factor, or why it was refused", async () => {
    const vault = await aVault();
    const user = await aRegisteredUser(vault.baseUrl);
    const { recoveryCodes } = await turnOnSecondFactor(user.session);
    await tryToSignIn(user.email, "not-the-password", vault.baseUrl);
    await tryToSignIn("nobody@example.com", password, vault.baseUrl);
    await tryToSignIn(user.email, password, vault.baseUrl);
    await tryToSignIn(user.email, password, vault.baseUrl, { code: recoveryCodes[0] ?? "" });
    expect(await vault.stop()).toBe(0);
    const told = logOf(vault)
      .filter(({ event }) => event === "signed-in" || event === "sign-in-refused")
      .map(({ level: _level, time: _time, hostname: _hostname, pid: _pid, ...line }) => line);
    const requestId = expect.stringMatching(/^[\da-f-]{36}$/) as string;
    const [signedIn, refused] = [
      { event: "signed-in", method: "password", userId: user.id, requestId },
      { event: "sign-in-refused", method: "password", requestId },
    ];
    expect(told).toEqual([
      { ...signedIn, secondFactor: "none" },
      ...["CREDENTIALS_WRONG", "CREDENTIALS_WRONG", "SECOND_FACTOR_REQUIRED"].map((code) => ({ ...refused, code })),
      { ...signedIn, secondFactor: "code" },
    ]);
    expect(new Set(told.map((line) => line["requestId"])).size).toBe(told.length);
    expect(vault.output()).not.toContain("@example.com");
  });

  test("has a line for requests without a contract: unknown paths, pages, health, sign-in", async () => {
    const vault = await aVault();
    for (const path of ["/api/nowhere", "/login", "/healthz", "/api/auth/csrf"])
      await (await fetch(vault.baseUrl + path)).arrayBuffer();
    expect((await stopped(vault)).map(({ area, status }) => [area, status])).toEqual([
      ["api", 404],
      ["page", 200],
      ["health", 200],
      ["api", 200],
    ]);
  });

  test("distinguishes an upload that its client aborted from a server error", async () => {
    const vault = await aVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const before = 1;
    const connection = connect(vault.baseUrl);
    connection.write(
      `${requestBytes("POST", "/api/categories", { ...key.headers, "Content-Type": "application/json", Expect: "100-continue", "Content-Length": "1000" })}`,
    );
    expect((await connection.answer()).status).toBe(100);
    connection.write('{"name":');
    connection.destroy();
    await expect.poll(() => requestsOf(vault).length).toBe(before + 1);
    const lines = await stopped(vault);
    expect(lines.at(-1)).toMatchObject({ aborted: true });
    expect(lines.at(-1)?.status).not.toBe(500);
    expect(logOf(vault).filter(({ level }) => level !== "info")).toEqual([]);
  });
});

describe("secrets", () => {
  /** Each canary is a token that appears nowhere else, and the log must contain none. */
  const canaries: string[] = [];
  const canary = (): string => {
    const token = `canary${randomBytes(9).toString("hex")}`;
    canaries.push(token);
    return token;
  };

  test("contains no secret that was sent in a body, header, query, path or cookie, well-formed or not", async () => {
    const vault = await aVault();
    const send = (method: string, target: string, headers: Record<string, string> = {}, body = "") =>
      exchange(vault.baseUrl, requestBytes(method, target, { Host: `127.0.0.1:${vault.port}`, ...headers }, body)).then(
        ({ status }) => status,
      );
    const json = { "Content-Type": "application/json" };
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const { session, key, password: _password, ...user } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { ids } = await belongingsOf(session, canary());

    const unproven = await aSessionOfNoExample(vault.baseUrl);
    // Every field of every body, valid and broken.
    for (const contract of contracts.filter(({ body }) => body !== undefined)) {
      const caller = contract.renewsSession ? unproven : contract.access === "session" ? session : key;
      const example = Object(contract.body?.meta()?.example) as Record<string, unknown>;
      for (const field of Object.keys(contract.body?.shape ?? {})) {
        const { path, init } = operation(contract, {
          ids: contract.notFound && ids[contract.notFound],
          body: JSON.stringify({ ...example, [field]: canary() }),
        });
        await send(init.method, path, { ...caller.headers, ...init.headers }, init.body);
      }
      const { path, init } = operation(contract, { ids: contract.notFound && ids[contract.notFound] });
      await send(init.method, path, { ...caller.headers, ...json }, `{"${canary()}":"${canary()}`);
      await send(init.method, path, { ...caller.headers, ...json }, JSON.stringify({ ...example, [canary()]: 1 }));
      await send(init.method, path, { ...caller.headers, "Content-Type": `text/${canary()}` }, canary());
    }
    // Headers, queries, paths, pages.
    for (const target of ["/api/entries", "/api/export", "/login", "/vault", "/healthz", "/api/auth/session"]) {
      for (const name of [
        "Authorization",
        "Cookie",
        "User-Agent",
        "Referer",
        "X-Anything",
        "X-Forwarded-For",
        "X-Request-Id",
        "traceparent",
      ])
        await send("GET", target, { [name]: canary() });
      await send("GET", target, { Authorization: `Bearer svc_${canary()}` });
      await send("GET", target, { Cookie: `next-auth.session-token=${canary()}; next-auth.csrf-token=${canary()}` });
      await send("GET", `${target}?${canary()}=${canary()}`, key.headers);
      await send("GET", `${target}/${canary()}`, key.headers);
      await send("GET", `${target}/${canary()}%ff`);
      await send("TRACE", `${target}?search=${canary()}`, {}, canary());
    }
    await send("GET", `/api/envs?search=${canary()}`, key.headers);
    await send("GET", `/api/export?project=${canary()}&format=${canary()}`, key.headers);
    // Sign-ins: wrong, malformed, and in the wrong format.
    await tryToSignIn(user.email, canary(), vault.baseUrl);
    await tryToSignIn(`${canary()}@example.com`, canary(), vault.baseUrl);
    await send(
      "POST",
      "/api/auth/callback/credentials",
      form,
      `csrfToken=${canary()}&email=${canary()}&password=${canary()}&callbackUrl=${canary()}`,
    );
    await send("POST", "/api/auth/callback/credentials", json, `{"password":"${canary()}`);
    await send("GET", `/api/auth/session?callbackUrl=http://[${canary()}`);
    await send("GET", "/api/auth/session", { Cookie: `next-auth.callback-url=http://[${canary()}` });
    await send("GET", `/api/auth/error?error=${canary()}`);
    // Invalid HTTP.
    await send("GET", "/api/entries", { Host: `[${canary()}` });
    await exchange(vault.baseUrl, `${canary()} / HTTP/9\r\n\r\n`);
    await exchange(vault.baseUrl, `GET / HTTP/1.1\r\nHost: x\r\n${canary()}\r\n\r\n`);

    expect(canaries.length).toBeGreaterThan(50);
    expect(await vault.stop()).toBe(0);
    expect(canaries.filter((token) => vault.output().includes(token))).toEqual([]);
  });

  test("contains no key, cookie, password or revealed value of ordinary work", async () => {
    const vault = await aVault();
    const user = await aRegisteredUser(vault.baseUrl);
    const { key } = await user.session.call(createAccessKey, { body: { name: "day", scopes: [...scopes] } });
    const mark = `canary${randomBytes(9).toString("hex")}`;
    const { look } = await belongingsOf(user.session, mark);
    expect(JSON.stringify(await look())).toContain(`value-${mark}`);
    for (const contract of contracts.filter(({ method }) => method === "GET"))
      await withKey(key, vault.baseUrl).fetch(operation(contract).path);
    expect(await vault.stop()).toBe(0);
    const cookie = user.session.headers.Cookie?.split("=")[1] ?? "";
    expect(
      [key, key.slice(4), cookie, user.password, user.email, mark].filter(
        (secret) => secret === "" || vault.output().includes(secret),
      ),
    ).toEqual([]);
  });

  test("consists of JSON lines only after the welcome message", async () => {
    const vault = await aVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const welcome = vault.output().split("\n").length;
    for (const path of [
      "/api/entries",
      "/api/entries/%ff",
      "/login",
      "/%ff",
      "/nowhere",
      "/api/auth/callback/credentials",
    ])
      await (await key.fetch(path)).arrayBuffer();
    expect(await vault.stop()).toBe(0);
    const later = vault.output().split("\n").slice(welcome).filter(Boolean);
    expect(later.length).toBeGreaterThan(5);
    expect(later.filter((line) => !/^\{"level":"(info|warn|error)".*\}$/.test(line))).toEqual([]);
  });
});

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { contracts } from "@/lib/contracts";
import { scopes } from "@/lib/contracts/access/scopes";
import { listSessions } from "@/lib/contracts/people/sessions";
import { getStats } from "@/lib/contracts/vault/stats";
import { createTeam } from "@/lib/contracts/people/teams";
import {
  aRegisteredUser,
  aSessionOfNoExample,
  aUserWithKey,
  password,
  signIn,
  tryToSignIn,
  withKey,
} from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { operation } from "../../support/http/operations";
import { within } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { turnOnSecondFactor } from "../../support/sign-in/second-factor";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { projectRoot, type RunningVault } from "../../support/vaults/server";

const { aVault } = ownVaults();

/** Of all tests. The last one stops it. */
const vault = await aVault();
const { baseUrl } = vault;
const welcome = vault.output().split("\n").length;

type Line = Record<string, unknown>;

/** The vault's output after its welcome message, each line parsed as JSON. Anything else fails. */
const logOf = (of: RunningVault): Line[] =>
  of
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const isRequest = ({ event }: Line) => event === "request";

/**
 * Waits until the log has everything up to now, and returns how many lines that are. The last one is of a request that
 * is sent here: lines are written in the order in which requests end.
 */
async function logged(): Promise<number> {
  const { headers } = await fetch(`${baseUrl}/api/stats`);
  const requestId = headers.get("x-request-id") ?? expect.fail("an answer names its request");
  await expect.poll(() => vault.output(), { timeout: 20_000 }).toMatch(new RegExp(`${requestId}.*\n`));
  return logOf(vault).length;
}

/** What was logged after so many lines. */
async function loggedSince(before: number): Promise<Line[]> {
  const after = await logged();
  return logOf(vault).slice(before, after - 1);
}

describe("the access log", () => {
  test("has one JSON line per request, with request id, contract, status and caller, in the order in which requests end", async () => {
    const { id: userId, session, key, accessKey } = await aUserWithKey({ baseUrl, scopes: ["stats:read"] });
    const [{ id: sessionId } = { id: "" }] = await session.call(listSessions);
    const before = await logged();
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
    const lines = (await loggedSince(before)).filter(isRequest);
    expect(lines).toEqual(expected.map((line) => expect.objectContaining(line)));
    for (const { time, ms } of lines)
      expect([new Date(String(time)).toISOString(), typeof ms]).toEqual([time, "number"]);
  });

  test("distinguishes people, sessions and keys by ids, and contains no e-mail or client address", async () => {
    const before = await logged();
    const [ada, grace] = [await aUserWithKey({ baseUrl }), await aUserWithKey({ baseUrl })];
    const callers = [ada.session, await signIn(ada.email, password, baseUrl), ada.key, grace.session, grace.key];
    for (const caller of callers) await caller.call(getStats);
    const all = await loggedSince(before);
    const lines = all.filter(({ contract }) => contract === "getStats");
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
    const written = JSON.stringify(all);
    for (const personal of [ada.email, grace.email, "@", "127.0.0.1", "::1"])
      expect([personal, written.includes(personal)]).toEqual([personal, false]);
  });

  test("says on every line which process on which machine wrote it", async () => {
    const other = await aVault();
    for (const one of [other, vault]) await fetch(`${one.baseUrl}/api/entries`);
    expect(await other.stop()).toBe(0);
    expect(logOf(other).map(({ event }) => event)).toEqual(["request", "stopping", "stopped"]);
    expect(await logged()).toBeGreaterThan(1);
    for (const one of [other, vault])
      for (const { hostname, pid } of logOf(one))
        expect({ hostname, pid }).toEqual({ hostname: os.hostname(), pid: one.process.pid });
    expect(other.process.pid).not.toBe(vault.process.pid);
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
    const before = await logged();
    const { session, key } = await aUserWithKey({ baseUrl, scopes: ["stats:read"] });
    for (const caller of [session, key])
      for (const address of ["/api/stats", "/api/entries", "/api/nowhere"])
        await (await caller.fetch(address)).arrayBuffer();
    const team = await session.call(createTeam, { body: { name: "Payments" } });
    await within(session, team.id, baseUrl).call(getStats);
    const written = new Set((await loggedSince(before)).filter(isRequest).flatMap((line) => Object.keys(line)));
    // No client disconnected here.
    expect([...written, "aborted"].sort()).toEqual([...listed, "event", "hostname", "level", "pid", "time"].sort());
  });

  test("gives the code of the error that refused a request", async () => {
    const before = await logged();
    await fetch(`${baseUrl}/api/entries`);
    const [line] = await loggedSince(before);
    expect(line).toMatchObject({ status: 401, code: "AUTH_REQUIRED", contract: "listEntries" });
  });

  test("has a line for each sign-in: whose it was, with which method and factor, or why it was refused", async () => {
    const before = await logged();
    const user = await aRegisteredUser(baseUrl);
    const { recoveryCodes } = await turnOnSecondFactor(user.session);
    await tryToSignIn(user.email, "not-the-password", baseUrl);
    await tryToSignIn("nobody@example.com", password, baseUrl);
    await tryToSignIn(user.email, password, baseUrl);
    await tryToSignIn(user.email, password, baseUrl, { code: recoveryCodes[0] ?? "" });
    const told = (await loggedSince(before))
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
    const before = await logged();
    for (const path of ["/api/nowhere", "/login", "/healthz", "/api/auth/csrf"])
      await (await fetch(baseUrl + path)).arrayBuffer();
    expect((await loggedSince(before)).map(({ area, status }) => [area, status])).toEqual([
      ["api", 404],
      ["page", 200],
      ["health", 200],
      ["api", 200],
    ]);
  });

  test("distinguishes an upload that its client aborted from a server error", async () => {
    const { key } = await aUserWithKey({ baseUrl });
    const before = await logged();
    const connection = connect(baseUrl);
    connection.write(
      `${requestBytes("POST", "/api/categories", { ...key.headers, "Content-Type": "application/json", Expect: "100-continue", "Content-Length": "1000" })}`,
    );
    expect((await connection.answer()).status).toBe(100);
    connection.write('{"name":');
    connection.destroy();
    await expect.poll(() => logOf(vault).length).toBe(before + 1);
    const lines = await loggedSince(before);
    expect(lines).toEqual([expect.objectContaining({ event: "request", level: "info", aborted: true })]);
    expect(lines.at(-1)?.status).not.toBe(500);
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
  const toldCanaries = () => canaries.filter((token) => vault.output().includes(token));

  test("contains no secret that was sent in a body, header, query, path or cookie, well-formed or not", async () => {
    const send = (method: string, target: string, headers: Record<string, string> = {}, body = "") =>
      exchange(baseUrl, requestBytes(method, target, { Host: `127.0.0.1:${vault.port}`, ...headers }, body)).then(
        ({ status }) => status,
      );
    const json = { "Content-Type": "application/json" };
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const { session, key, password: _password, ...user } = await aUserWithKey({ baseUrl });
    const { ids } = await belongingsOf(session, canary());

    const unproven = await aSessionOfNoExample(baseUrl);
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
    await tryToSignIn(user.email, canary(), baseUrl);
    await tryToSignIn(`${canary()}@example.com`, canary(), baseUrl);
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
    await exchange(baseUrl, `${canary()} / HTTP/9\r\n\r\n`);
    await exchange(baseUrl, `GET / HTTP/1.1\r\nHost: x\r\n${canary()}\r\n\r\n`);

    expect(canaries.length).toBeGreaterThan(50);
    await logged();
    expect(toldCanaries()).toEqual([]);
  });

  test("contains no key, cookie, password or revealed value of ordinary work", async () => {
    const user = await aRegisteredUser(baseUrl);
    const { key } = await user.session.call(createAccessKey, { body: { name: "day", scopes: [...scopes] } });
    const mark = canary();
    const { look } = await belongingsOf(user.session, mark);
    expect(JSON.stringify(await look())).toContain(`value-${mark}`);
    for (const contract of contracts.filter(({ method }) => method === "GET"))
      await withKey(key, baseUrl).fetch(operation(contract).path);
    await logged();
    const cookie = user.session.headers.Cookie?.split("=")[1] ?? "";
    expect(
      [key, key.slice(4), cookie, user.password, user.email, mark].filter(
        (secret) => secret === "" || vault.output().includes(secret),
      ),
    ).toEqual([]);
  });

  test("consists of JSON lines only after the welcome message", async () => {
    const { key } = await aUserWithKey({ baseUrl });
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
    expect(toldCanaries()).toEqual([]);
    const later = vault.output().split("\n").slice(welcome).filter(Boolean);
    expect(later.length).toBeGreaterThan(5);
    expect(later.filter((line) => !/^\{"level":"(info|warn|error)".*\}$/.test(line))).toEqual([]);
  });
});

import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import type { Scope } from "@/lib/contracts/access/scopes";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { standIns } from "../../../support/vaults/stand-in";
import { svc, svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();
const aServer = standIns();

const text = async (key: string, args: string[], options: Parameters<typeof svc>[1] = {}) =>
  (await svc(args, { ...options, env: { SVC_ACCESS_KEY: key, ...options.env } })).stderr;

describe("svc login", () => {
  test("without a keyring, stores the key by address in a file that only its owner can read", async () => {
    const { accessKey, key } = await aUserWithKey();
    await anEntry(key);
    const HOME = aFolder();
    const login = await svc(["login", "--url", `${sharedBaseUrl()}/api/`], {
      env: { HOME, PATH: "/nonexistent" },
      input: `${accessKey.key}\n`,
    });
    expect(login).toMatchObject({ code: 0, stdout: "" });
    const file = path.join(HOME, ".config/svc/credentials.json");
    expect([login.stderr.includes(file), login.stderr.includes(accessKey.key)]).toEqual([true, false]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await svc(["get", "STRIPE_SECRET_KEY"], { env: { HOME } })).toMatchObject({
      code: 0,
      stdout: "sk_test_not_a_real_key",
    });
    expect(await svc(["ls", "--url", "http://127.0.0.1:1"], { env: { HOME } })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("no access key for http://127.0.0.1:1"),
    });
    chmodSync(file, 0o644);
    expect(await svc(["ls"], { env: { HOME } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("chmod 600"),
    });
  });

  test("with a keyring, stores the key only there, passed over standard input", async () => {
    const { accessKey } = await aUserWithKey();
    const HOME = aFolder();
    const bin = path.join(HOME, "bin");
    mkdirSync(bin);
    writeFileSync(
      path.join(bin, "secret-tool"),
      `#!/bin/sh\necho "$@" >> "${HOME}/arguments"\ncase "$1" in store) cat > "${HOME}/kept" ;; lookup) cat "${HOME}/kept" ;; esac\n`,
      { mode: 0o755 },
    );
    const env = { HOME, PATH: `${bin}:/usr/bin:/bin` };
    expect(await svc(["login", "--url", sharedBaseUrl()], { env, input: accessKey.key })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("the desktop's keyring"),
    });
    expect(readFileSync(path.join(HOME, "kept"), "utf8")).toBe(accessKey.key);
    for (const file of ["arguments", ".config/svc/credentials.json"])
      expect(readFileSync(path.join(HOME, file), "utf8")).not.toContain(accessKey.key);
    expect(await svc(["ls", "--json"], { env })).toMatchObject({ code: 0, stdout: "[]\n" });
  });

  test("does not store a key that is mistyped, unknown or expired", async () => {
    const { accessKey } = await aUserWithKey({ expiresAt: "2020-01-01" });
    const HOME = aFolder();
    for (const input of ["svc_mistyped", `${accessKey.key.slice(0, -1)}_`, newAccessKey(), accessKey.key]) {
      expect(await svc(["login", "--url", sharedBaseUrl()], { env: { HOME }, input })).toMatchObject({ code: 4 });
    }
    expect(existsSync(path.join(HOME, ".config"))).toBe(false);
  });

  test("says that no key was given, not that a key is wrong, for empty input", async () => {
    expect(await svc(["login", "--url", sharedBaseUrl()], { env: { HOME: aFolder() }, input: "\n" })).toMatchObject({
      code: 4,
      stderr: "svc: No access key was given. Create one on the Access keys page, and paste it here.\n",
    });
  });

  test("takes the key from the file of --key-file, and waits no longer than --timeout says", async () => {
    const { accessKey } = await aUserWithKey();
    const HOME = aFolder();
    const file = path.join(HOME, "key");
    writeFileSync(file, `${accessKey.key}\n`);
    const login = (url: string, ...more: string[]) =>
      svc(["login", "--url", url, "--key-file", file, ...more], { env: { HOME, PATH: "/nonexistent" } });
    expect(await login(sharedBaseUrl(), "--timeout", "never")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--timeout"),
    });
    const silent = await aServer(() => undefined);
    expect(await login(silent.url, "--timeout", "0.2")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("no answer within 0.2 s"),
    });
    expect(await login(sharedBaseUrl())).toMatchObject({ code: 0 });
    expect(await svc(["whoami"], { env: { HOME } })).toMatchObject({ code: 0 });
  });

  test("accepts a key without the scope to read totals", async () => {
    const { accessKey } = await aUserWithKey({ scopes: ["2fa:read"] });
    expect(
      await svc(["login", "--url", sharedBaseUrl(), "--json"], { env: { HOME: aFolder() }, input: accessKey.key }),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining("credentials.json") });
  });
});

describe("where settings come from", () => {
  test("flags win over the environment and that over .svc.json; a folder's file applies to its subfolders", async () => {
    const [one, two] = await Promise.all([aUserWithKey(), aUserWithKey()]);
    await anEntry(one.key, { name: "first", value: "one" });
    await anEntry(one.key, { name: "second", value: "two" });
    const folder = aFolder();
    mkdirSync(path.join(folder, "a/b"), { recursive: true });
    writeFileSync(path.join(folder, ".svc.json"), `\uFEFF${JSON.stringify({ project: "second" })}`);
    const keyFile = path.join(folder, "key");
    writeFileSync(keyFile, one.accessKey.key);
    const env = { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: two.accessKey.key };
    const cwd = path.join(folder, "a/b");
    expect(await svc(["ls"], { env, cwd })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "svc: No entry is in second. There are none yet.\n",
    });
    expect(await svc(["get", "STRIPE_SECRET_KEY", "--key-file", keyFile], { env, cwd })).toMatchObject({
      stdout: "two",
    });
    expect(await svc(["get", "STRIPE_SECRET_KEY", "--key-file", keyFile, "-p", "first"], { env, cwd })).toMatchObject({
      stdout: "one",
    });
    expect(
      await svc(["get", "STRIPE_SECRET_KEY"], { env: { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY_FILE: keyFile }, cwd }),
    ).toMatchObject({ stdout: "two" });
    expect(await svc(["ls"], { env: { ...env, SVC_ACCESS_KEY_FILE: keyFile } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("set one"),
    });
    expect(await svc(["ls", "--url", "http://127.0.0.1:1"], { env })).toMatchObject({ code: 3 });
  });

  test("a key from the environment wins over the stored one, at the stored address", async () => {
    const [kept, other] = await Promise.all([aUserWithKey(), aUserWithKey()]);
    await anEntry(kept.key, { value: "of the login" });
    await anEntry(other.key, { value: "of the environment" });
    const env = { HOME: aFolder() };
    expect(
      await svc(["login", "--url", sharedBaseUrl()], {
        env: { ...env, PATH: "/nonexistent" },
        input: kept.accessKey.key,
      }),
    ).toMatchObject({ code: 0 });
    const get = ["get", "STRIPE_SECRET_KEY"];
    expect(await svc(get, { env })).toMatchObject({ code: 0, stdout: "of the login" });
    expect(await svc(get, { env: { ...env, SVC_ACCESS_KEY: other.accessKey.key } })).toMatchObject({
      code: 0,
      stdout: "of the environment",
    });
    expect(await svc(get, { env: { ...env, SVC_ACCESS_KEY: newAccessKey() } })).toMatchObject({ code: 4, stdout: "" });
  });

  test("the environment's address wins over that of .svc.json, and this over the login's; .svc.json's environment applies unless a flag names one", async () => {
    const { key, accessKey } = await aUserWithKey();
    await anEntry(key, { environment: "staging", value: "staging" });
    await anEntry(key, { category: { name: "Other" }, environment: "production", value: "production" });
    const folder = aFolder();
    const login = (url: string) =>
      svc(["login", "--url", url], { env: { HOME: folder, PATH: "/nonexistent" }, input: accessKey.key });
    const get = (args: string[] = [], env: Record<string, string> = {}) =>
      svc(["get", "STRIPE_SECRET_KEY", ...args], { env: { HOME: folder, ...env }, cwd: folder });
    const file = (content: object) => writeFileSync(path.join(folder, ".svc.json"), JSON.stringify(content));
    expect(await login(sharedBaseUrl())).toMatchObject({ code: 0 });
    file({ environment: "staging" });
    expect(await get()).toMatchObject({ code: 0, stdout: "staging" });
    expect(await get(["--env", "production"])).toMatchObject({ code: 0, stdout: "production" });

    const { url: elsewhere, seen } = await aServer((_, response) => response.end('{"totalEntries":0}'));
    file({ url: elsewhere, environment: "production" });
    expect(await get()).toMatchObject({ code: 4, stderr: expect.stringContaining(`no access key for ${elsewhere}`) });
    expect(seen).toEqual([]);
    expect(await get([], { SVC_URL: sharedBaseUrl() })).toMatchObject({ code: 0, stdout: "production" });
    expect(await get(["--url", sharedBaseUrl()], { SVC_URL: elsewhere })).toMatchObject({
      code: 0,
      stdout: "production",
    });
    // The login's address is now another one, but a key is still stored for .svc.json's.
    expect(await login(elsewhere)).toMatchObject({ code: 0 });
    file({ url: sharedBaseUrl(), environment: "staging" });
    expect(await get()).toMatchObject({ code: 0, stdout: "staging" });
  });

  test("a .svc.json that contains a key, or anything else that it must not, is refused without quoting it", async () => {
    const folder = aFolder();
    const key = newAccessKey();
    for (const [content, words] of [
      [JSON.stringify({ url: "https://x", note: key }), "revoke"],
      ['{"project":1}', "project is not text, or is empty"],
      ['{"project":""}', "or is empty"],
      ['{"token":"x"}', "has token. It may contain only url, project"],
      ['{"sk_live_not-a-real-key":"x"}', "has something else"],
      ["[]", "is not a JSON object"],
      ["{", "not valid JSON"],
      ['{\n"project": "billing",\n}', "not valid JSON (line 3)"],
    ] as const) {
      writeFileSync(path.join(folder, ".svc.json"), content);
      const { code, stderr } = await svc(["ls"], {
        env: { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: newAccessKey() },
        cwd: folder,
      });
      expect([code, stderr.includes(words), stderr.includes(key)]).toEqual([2, true, false]);
    }
  });

  test("a repository's .svc.json alone can't decide where a key from the environment goes", async () => {
    const { url, seen } = await aServer((_, response) => response.end("[]"));
    const folder = aFolder();
    writeFileSync(path.join(folder, ".svc.json"), JSON.stringify({ url }));
    expect(await text(newAccessKey(), ["ls"], { cwd: folder })).toContain("set SVC_URL or --url as well");
    expect(seen).toEqual([]);
  });

  test("missing settings are named", async () => {
    expect(await svc(["ls"])).toMatchObject({ code: 2, stderr: expect.stringContaining("svc login") });
    expect(await svc(["ls"], { env: { SVC_URL: "https://vault.example.com" } })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("SVC_ACCESS_KEY"),
    });
    expect(await svc(["ls"], { env: { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: "svc_short" } })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("checksum"),
    });
  });
});

describe("where the key goes", () => {
  test.each([
    "http://vault.example.com",
    "http://10.0.0.1:3000",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
  ])("%s is refused: it is not encrypted and not this machine", async (url) => {
    expect(await svcWith(url, newAccessKey())(["ls"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--insecure-http"),
    });
  });

  test.each(["ftp://x", "vault.example.com", "https://user:pass@vault.example.com"])(
    "%s is not a valid address",
    async (url) => {
      const { code, stderr } = await svcWith(url, newAccessKey())(["ls"]);
      expect([code, stderr.includes("pass@")]).toEqual([2, false]);
    },
  );

  test.each([301, 302, 307, 308])(
    "a redirect (%i) is reported and not followed: the key reaches no other origin",
    async (status) => {
      const elsewhere = await aServer((_, response) => response.end("[]"));
      const { url, seen } = await aServer((_, response) =>
        response.writeHead(status, { Location: `${elsewhere.url}/api/entries` }).end(),
      );
      expect(await svcWith(url, newAccessKey())(["ls"])).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`redirects to ${elsewhere.url}`),
      });
      expect([seen.length, elsewhere.seen.length]).toEqual([1, 0]);
    },
  );

  test("the address of a page is told from the vault's", async () => {
    const { url } = await aServer((_, response) => response.writeHead(307, { Location: "/login" }).end());
    expect(await svcWith(`${url}/vault`, newAccessKey())(["ls"])).toMatchObject({
      code: 3,
      stderr: `svc: ${url}/vault is not the vault's address, but perhaps that of one of its pages: try ${url}\n`,
    });
    expect((await svcWith(url, newAccessKey())(["ls"])).stderr).toContain(`${url} redirects to ${url}.`);
  });

  test("the vault's address may have a path", async () => {
    const { url, seen } = await aServer((_, response) => response.end("[]"));
    expect(await svcWith(`${url}/vault/`, newAccessKey())(["ls", "--json"])).toMatchObject({ code: 0 });
    expect(seen[0]?.url).toBe("/vault/api/entries");
  });
});

describe("scopes", () => {
  const enough: [args: string[], scopes: Scope[]][] = [
    [["ls"], ["entries:read"]],
    [
      ["get", "STRIPE_SECRET_KEY"],
      ["entries:read", "entries:reveal"],
    ],
    [
      ["set", "STRIPE_SECRET_KEY"],
      ["entries:read", "entries:write"],
    ],
    [
      ["set", "NEW", "-p", "p"],
      ["entries:read", "entries:write", "categories:read", "categories:write"],
    ],
    [["run", "--", "true"], ["export:read"]],
    [["run", "-p", "billing", "--except", "STRIPE_SECRET_KEY", "--", "true"], ["export:read"]],
    [["export"], ["export:read"]],
    [["diff", "billing", "billing"], ["export:read"]],
    [
      ["import", "-", "-p", "p", "--yes"],
      ["entries:write", "entries:reveal", "categories:write"],
    ],
    [["push", "-p", "none", "--check"], ["envs:read"]],
    [
      ["scan", "package.json"],
      ["export:read", "entries:read", "envs:read"],
    ],
  ];

  test.each(enough)("svc %j needs exactly these: %j", async (args, scopes) => {
    const { session, accessKey } = await aUserWithKey({ scopes });
    await anEntry(session);
    const folder = aFolder();
    for (const name of ["package.json", ".env"]) writeFileSync(path.join(folder, name), "A=1\n");
    let calls = 0;
    // A new name each time: otherwise a call would only change what an earlier one created.
    const call = (key: string) =>
      svcWith(sharedBaseUrl(), key)(
        args.map((word) => (word === "NEW" ? `NEW_${calls++}` : word)),
        { input: `A_${calls++}=1`, cwd: folder },
      );
    const { code, stderr } = await call(accessKey.key);
    expect([code, stderr.includes("scope")]).toEqual([args[0] === "push" ? 1 : 0, false]);
    for (const missing of scopes) {
      const { key } = await session.call(createAccessKey, {
        body: { name: "less", scopes: [...scopes.filter((scope) => scope !== missing), "stats:read"] },
      });
      expect([missing, (await call(key)).stderr.includes("scope")]).toEqual([missing, true]);
    }
  });
});

describe("exit codes", () => {
  test("3 if nothing answers, or too late, or incompletely, or something that is not a vault", async () => {
    const silent = await aServer(() => undefined);
    const cut = await aServer((_, response) =>
      response.writeHead(200, { "Content-Length": "100" }).write("[", () => response.destroy()),
    );
    const portal = await aServer((_, response) =>
      response.setHeader("Content-Type", "text/html").end("<html>Please log in</html>"),
    );
    const gateway = await aServer((_, response) =>
      response.writeHead(502, { "Content-Type": "application/json" }).end('{"error":"no upstream"}'),
    );
    for (const url of [
      "http://127.0.0.1:1",
      silent.url,
      cut.url,
      portal.url,
      gateway.url,
      "https://no-such-host.invalid",
    ]) {
      expect([url, (await svcWith(url, newAccessKey())(["ls", "--timeout", "1"])).code]).toEqual([url, 3]);
    }
  });

  test("4 for an unknown or expired key, 1 for a key without the scope, each with the vault's message", async () => {
    const [expired, scoped] = await Promise.all([
      aUserWithKey({ expiresAt: "2020-01-01" }),
      aUserWithKey({ scopes: ["stats:read"] }),
    ]);
    expect(await svcWith(sharedBaseUrl(), newAccessKey())(["ls"])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("not valid"),
    });
    expect(await svcWith(sharedBaseUrl(), expired.accessKey.key)(["run", "--", "true"])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("expired"),
    });
    expect(await svcWith(sharedBaseUrl(), scoped.accessKey.key)(["ls"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("scope"),
    });
  });

  test("waits for a vault that asks to, within --timeout; beyond that exits with 1 and the vault's message", async () => {
    const full =
      (retryAfter: string): RequestListener =>
      (_, response) =>
        response
          .writeHead(429, { "Content-Type": "application/json", "Retry-After": retryAfter })
          .end('{"error":"wait, then go on","code":"TOO_MANY_REQUESTS"}');
    const soon = await aServer((request, response) =>
      soon.seen.length < 3 ? full("1")(request, response) : response.end("[]"),
    );
    expect([await svcWith(soon.url, newAccessKey())(["ls", "--json"]), soon.seen.length]).toEqual([
      expect.objectContaining({ code: 0, stdout: "[]\n" }),
      3,
    ]);
    for (const [retryAfter, times] of [
      ["60", 1],
      ["soon", 1],
      ["0", 2],
    ] as const) {
      const late = await aServer(full(retryAfter));
      expect([
        retryAfter,
        await svcWith(late.url, newAccessKey())(["ls", "--timeout", "2"]),
        late.seen.length <= times + 1 && late.seen.length >= times,
      ]).toEqual([
        retryAfter,
        expect.objectContaining({ code: 1, stderr: expect.stringContaining("wait, then go on") }),
        true,
      ]);
    }
  });

  test("with --json, errors are JSON on stderr", async () => {
    const { stderr, stdout, code } = await svcWith("http://127.0.0.1:1", newAccessKey())(["ls", "--json"]);
    expect([code, stdout, JSON.parse(stderr)]).toEqual([
      3,
      "",
      { error: expect.stringContaining("ECONNREFUSED"), exitCode: 3 },
    ]);
  });
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { contracts } from "@/lib/contracts";
import { deleteEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { createClient, loadEnv, VaultError, VaultUnreachableError, watchEnv } from "../../../../packages/client/src";
import * as operations from "../../../../lib/operations";
import { waitMs } from "../../../../packages/client/src/watch-env";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { standIns } from "../../../support/vaults/stand-in";

const { aFolder } = ownVaults();
const aServer = standIns();
const json = JSON.stringify;

/** What an error tells anybody who prints it in any way. */
const allOf = (error: unknown) => `${inspect(error, { depth: 10, showHidden: true })} ${String(error)} ${json(error)}`;
const failureOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => Promise.reject(new Error("It should have failed")),
      (error: unknown) => error,
    );

async function aProject(values: Record<string, string> = { A: "one", B: "it's\n$two" }) {
  const { session, accessKey } = await aUserWithKey();
  const entry = await anEntry(session, { keyType: "group", environment: "production", value: json(values) });
  const env: Record<string, string | undefined> = { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key };
  return { session, entry, env, key: accessKey.key };
}

test("the client has every operation that an access key may do, as the contract says, and no other", () => {
  const allowed = contracts.filter(({ access }) => access === "any" || typeof access === "object");
  const shown = allowed.map(({ id, method, path: address, reply }) => [
    id,
    { method, path: address, answer: "json" in reply ? "json" : "text" in reply ? "text" : "none" },
  ]);
  expect(Object.fromEntries(Object.entries(operations))).toEqual(Object.fromEntries(shown));
});

describe("a request", () => {
  const key = newAccessKey();

  test("is repeated after a 429 as long as Retry-After says, and no longer than its time", async () => {
    const times: number[] = [];
    const { url, seen } = await aServer((_, response) => {
      times.push(performance.now());
      if (times.length === 1)
        response.writeHead(429, { "Retry-After": "1" }).end(json({ error: "Wait", code: "TOO_MANY_REQUESTS" }));
      else response.end("[]");
    });
    expect(await createClient({ url, key }).listEntries()).toEqual([]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
    times.length = 0;
    expect(await failureOf(() => createClient({ url, key, timeoutMs: 500 }).listEntries())).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      status: 429,
      retryAfterSeconds: 1,
    });
    expect(seen).toHaveLength(3);
  });

  test("that writes is not repeated after a 503; one that reads is", async () => {
    const { url, seen } = await aServer((_, response) => {
      if (seen.length < 3)
        response.writeHead(503, { "Retry-After": "1" }).end(json({ error: "No", code: "UNAVAILABLE" }));
      else response.end("[]");
    });
    const vault = createClient({ url, key });
    expect(await failureOf(() => vault.revealEntry({ params: { id: "a/b" } }))).toBeInstanceOf(VaultError);
    expect(seen.map((request) => `${request.method} ${request.url}`)).toEqual(["POST /api/entries/a%2Fb/reveal"]);
    expect(await vault.listEntries()).toEqual([]);
    expect(seen).toHaveLength(3);
  });

  test("follows no redirect, so that the key stays where it was sent", async () => {
    const other = await aServer((_, response) => void response.end("[]"));
    const { url } = await aServer(
      (_, response) => void response.writeHead(307, { Location: `${other.url}/api` }).end(),
    );
    const error = await failureOf(() => createClient({ url, key }).listEntries());
    expect(error).toBeInstanceOf(VaultUnreachableError);
    expect(String(error)).toContain(`redirects to ${other.url}`);
    expect(other.seen).toEqual([]);
  });

  test("ends when its signal or its time does", async () => {
    const { url } = await aServer(() => {});
    const reason = new Error("no longer needed");
    const stop = new AbortController();
    const waiting = failureOf(() => createClient({ url, key }).listEntries({}, { signal: stop.signal }));
    stop.abort(reason);
    expect(await waiting).toBe(reason);
    expect(String(await failureOf(() => createClient({ url, key, timeoutMs: 50 }).listEntries()))).toMatch(
      /no answer in time/,
    );
  });

  test("sends the version that a write expects", async () => {
    const { entry, key, session } = await aProject();
    const vault = createClient({ url: sharedBaseUrl(), key });
    await session.call(updateEntry, { params: { id: entry.id }, body: { notes: "by somebody else" } });
    expect(
      await failureOf(() =>
        vault.updateEntry({ params: { id: entry.id }, body: { notes: "mine" } }, { ifVersion: entry.version }),
      ),
    ).toMatchObject({ code: "CHANGED_MEANWHILE", status: 412, details: { id: entry.id, version: entry.version + 1 } });
  });
});

describe("no error has the key in it", () => {
  const key = newAccessKey();

  test("whatever answers", async () => {
    const answers: Parameters<typeof aServer>[0][] = [
      (_, response) => void response.writeHead(400).end(json({ error: `You sent ${key}`, code: key, details: [] })),
      (_, response) => void response.writeHead(403).end(`<p>${key}</p>`),
      (_, response) => void response.end(`"${key}"`),
      (_, response) => void response.setHeader("Content-Type", "text/html").end(key),
      (_, response) => void response.writeHead(302, { Location: `/?${key}` }).end(),
      (request) => void request.socket.destroy(),
      (_, response) => void response.writeHead(200, { "Content-Length": "10" }).write("{", () => response.destroy()),
    ];
    for (const answer of answers) {
      const { url } = await aServer(answer);
      for (const work of [
        () => createClient({ url, key }).listEntries(),
        () => loadEnv({ url, key, env: {} }),
        () => watchEnv({ url, key, env: {}, onChange() {} }),
      ])
        expect(allOf(await failureOf(work))).not.toContain(key.slice(4));
    }
    expect(inspect(createClient({ url: "https://vault.example.com", key }), { depth: 10 })).not.toContain(key.slice(4));
  });

  test("whatever is wrong with the address or the key", async () => {
    const url = "https://vault.example.com";
    const wrong = [
      { url: key, key },
      { url: `https://x:${key}@vault.example.com`, key },
      { url: `${url}/?${key}`, key },
      { url, key: `${key}\nX: 1` },
      { url, key: `Bearer ${key}` },
      { url: "http://vault.example.com", key },
      { url: "http://127.0.0.1.example.com", key },
      { url: "ftp://vault.example.com", key },
    ];
    for (const options of wrong) {
      const error = await failureOf(() => createClient(options));
      expect([options.url, (error as Error).name]).toEqual([options.url, "VaultUsageError"]);
      expect(allOf(error)).not.toContain(key.slice(4));
    }
    expect(() => createClient({ url: "http://vault.example.com", key, insecureHttp: true })).not.toThrow();
    // A file usually ends its last line.
    expect(() => createClient({ url: "http://localhost:3000", key: `${key}\n` })).not.toThrow();
  });
});

describe("loadEnv", () => {
  test("sets a project's values byte for byte, and leaves those that are set, unless it is to override them", async () => {
    const { env } = await aProject();
    env.A = "mine";
    expect(await loadEnv({ env, project: "billing", environment: "production" })).toEqual(["B"]);
    expect(env).toMatchObject({ A: "mine", B: "it's\n$two" });
    expect(await loadEnv({ env, only: ["A"], override: true })).toEqual(["A"]);
    expect(env.A).toBe("one");
  });

  test("takes the key from a file", async () => {
    const { env } = await aProject();
    const SVC_ACCESS_KEY_FILE = path.join(aFolder(), "key");
    writeFileSync(SVC_ACCESS_KEY_FILE, `${env.SVC_ACCESS_KEY}\n`);
    expect(await loadEnv({ env: { SVC_URL: env.SVC_URL, SVC_ACCESS_KEY_FILE } })).toEqual(["A", "B"]);
  });

  test("takes an empty variable for one that is not set", async () => {
    const { env } = await aProject();
    const SVC_ACCESS_KEY_FILE = path.join(aFolder(), "key");
    writeFileSync(SVC_ACCESS_KEY_FILE, `${env.SVC_ACCESS_KEY}\n`);
    expect(await loadEnv({ env: { ...env, SVC_ACCESS_KEY: "", SVC_ACCESS_KEY_FILE } })).toEqual(["A", "B"]);
    expect(await loadEnv({ env: { ...env, SVC_ACCESS_KEY_FILE: "" } })).toEqual(["A", "B"]);
  });

  test("selects the entries without an environment", async () => {
    const { session, env } = await aProject();
    await anEntry(session, { keyType: "group", category: { name: "None" }, value: json({ C: "three" }) });
    expect(await loadEnv({ env: { ...env }, environment: "none" })).toEqual(["C"]);
    expect(String(await failureOf(() => loadEnv({ env, project: "nosuch", environment: "none" })))).toMatch(
      /has no value for this selection \(nosuch, no environment\)/,
    );
  });

  test.each([
    ["nothing is selected", { project: "nosuch" }, /has no value for this selection \(nosuch\)/],
    ["a name is missing", { only: ["A", "TYPO"] }, /No entry sets TYPO/],
    ["there is no address", { env: {} }, /set SVC_URL/],
    ["the address is empty", { env: { SVC_URL: "", SVC_ACCESS_KEY: newAccessKey() } }, /set SVC_URL/],
    ["the key is empty", { env: { SVC_URL: "https://vault.example.com", SVC_ACCESS_KEY: "" } }, /set SVC_ACCESS_KEY/],
    [
      "there are two keys",
      { env: { SVC_URL: "https://vault.example.com", SVC_ACCESS_KEY: newAccessKey(), SVC_ACCESS_KEY_FILE: "key" } },
      /Both SVC_ACCESS_KEY and SVC_ACCESS_KEY_FILE are set: set one/,
    ],
    ["there is no key", { env: { SVC_URL: "https://vault.example.com" } }, /set SVC_ACCESS_KEY/],
    [
      "the key's file is missing",
      { env: { SVC_URL: "https://vault.example.com", SVC_ACCESS_KEY_FILE: "/nonexistent/key" } },
      /can't be read \(ENOENT\)/,
    ],
  ])("says so and sets nothing if %s", async (_, options, message) => {
    const { env } = await aProject();
    const before = { ...env };
    const error = await failureOf(() => loadEnv({ env, ...options }));
    expect([(error as Error).name, String(error)]).toEqual(["VaultUsageError", expect.stringMatching(message)]);
    expect(env).toEqual(before);
  });

  test("refuses a variable that two entries set, and a value that can't be decrypted", async () => {
    const { session, env } = await aProject({ A: "one" });
    await anEntry(session, { keyType: "group", environment: "staging", value: json({ A: "two" }) });
    expect(String(await failureOf(() => loadEnv({ env })))).toMatch(/Several entries set the same variable/);
    const { url } = await aServer((_, response) =>
      response
        .writeHead(200, { "Content-Type": "text/plain", "X-Export-Skipped": "1", "X-Export-Skipped-Names": "A" })
        .end("{}\n"),
    );
    expect(String(await failureOf(() => loadEnv({ env: { ...env, SVC_URL: url } })))).toMatch(/could not decrypt A/);
  });
});

describe("watchEnv", () => {
  test("asks by conditional requests, and gets values only after a change", async () => {
    let version = 1;
    const { url, seen } = await aServer((request, response) => {
      const tag = `"${version}"`;
      if (request.url?.startsWith("/api/export"))
        response
          .writeHead(200, { "Content-Type": "text/plain", "X-Export-Skipped": "0" })
          .end(`{\n  "A": "${version}"\n}\n`);
      else if (request.headers["if-none-match"] === tag) response.writeHead(304).end();
      else response.writeHead(200, { ETag: tag }).end("[]");
    });
    const exports = () => seen.filter((request) => request.url?.startsWith("/api/export")).length;
    const onChange = vi.fn();
    const watched = await watchEnv({ env: {}, url, key: newAccessKey(), everySeconds: 1, onChange });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
    expect([exports(), onChange.mock.calls]).toEqual([1, []]);
    version = 2;
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith({ A: "2" }, ["A"]), { timeout: 30_000 });
    watched.stop();
    expect([exports(), watched.values]).toEqual([2, { A: "2" }]);
  });

  test("asks seldom if told so: what Node's timers can't count is not at once", async () => {
    const month = 31 * 86_400;
    expect([waitMs(30, 0), waitMs(30, 2), waitMs(30, 9)]).toEqual([30_000, 120_000, 480_000]);
    expect([waitMs(month, 0), waitMs(86_400, 9)]).toEqual([2 ** 31 - 1, 86_400_000 * 16]);
    expect([waitMs(0, 0), waitMs(Infinity, 0)]).toEqual([1_000, 2 ** 31 - 1]);
    const { url, seen } = await aServer((_, response) => response.writeHead(200, { ETag: '"1"' }).end("[]"));
    const options = { url, key: newAccessKey(), onChange: () => undefined };
    expect(String(await failureOf(() => watchEnv({ ...options, everySeconds: Number("none") })))).toBe(
      "VaultUsageError: everySeconds is not a number.",
    );
    expect(seen).toEqual([]);
  });

  test("tells what changed", async () => {
    const { session, entry, env } = await aProject();
    const onChange = vi.fn();
    const watched = await watchEnv({ env, everySeconds: 1, onChange });
    try {
      expect(watched.values).toEqual({ A: "one", B: "it's\n$two" });
      const change = { A: "one", C: "three" };
      await session.call(updateEntry, { params: { id: entry.id }, body: { value: json(change) } });
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 30_000 });
      expect(onChange.mock.calls).toEqual([[change, ["B", "C"]]]);
      expect(watched.values).toEqual(change);
    } finally {
      watched.stop();
    }
  });

  test("keeps the values when a question fails, says so, and goes on", async () => {
    const { session, entry, env } = await aProject();
    const [onChange, onError] = [vi.fn(), vi.fn()];
    const watched = await watchEnv({ env, everySeconds: 1, onChange, onError });
    try {
      await session.call(deleteEntry, { params: { id: entry.id } });
      await vi.waitFor(() => expect(onError).toHaveBeenCalled(), { timeout: 30_000 });
      expect(String(onError.mock.calls[0]?.[0])).toMatch(/no value for this selection/);
      expect([watched.values.A, onChange.mock.calls]).toEqual(["one", []]);
      await anEntry(session, { keyType: "group", value: json({ A: "again" }) });
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 30_000 });
      expect(onChange.mock.calls).toEqual([[{ A: "again" }, ["A", "B"]]]);
    } finally {
      watched.stop();
    }
  });
});

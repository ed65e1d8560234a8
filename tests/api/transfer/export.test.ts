import { parseEnv } from "node:util";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { importItems } from "@/lib/contracts/transfer/import";
import { wholeActivity } from "../../support/callers/activity";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { readAsNext, source } from "../../support/dotenv/child-readers";
import { anEntry, missingId } from "../../support/rows/fixtures";
import { giveFormerName } from "../../support/rows/former-names";
import { importedVariable } from "../../support/rows/imported-variable";
import { refusedField, send } from "../../support/http/raw";
import { hostileText, hostileValue } from "../../unit/dotenv/hostile";
import { readAsDocker, readAsGithub } from "../../unit/dotenv/model-readers";
import { readAsCompose } from "../../unit/dotenv/readers";
import { testOnce } from "../../support/vaults/test-once";

async function exported(who: Actor, query = "") {
  const response = await who.fetch(`/api/export${query}`);
  expect(response.status).toBe(200);
  return {
    text: await response.text(),
    skipped: Number(response.headers.get("X-Export-Skipped")),
    headers: response.headers,
  };
}

const variables = (text: string) => [parseDotenv(text), { ...parseEnv(text) }];

/** A variable in its own category. */
const aVariable = (
  who: Actor,
  name: string,
  value: string,
  fields: { entry?: string; environment?: "development" | "staging" | "production" } = {},
) =>
  anEntry(who, {
    category: { name, envVarName: name },
    name: fields.entry ?? "billing",
    value,
    ...(fields.environment ? { environment: fields.environment } : {}),
  });

describe("export", () => {
  test("has a comment for each entry and a line for each variable, by category name, then entry name; ssh and json are left out", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["export:read"] });
    await anEntry(session, { name: "web", category: { name: "Stripe" }, value: "sk_test_not_real" });
    await anEntry(session, {
      keyType: "group",
      name: "api",
      category: { name: "Database" },
      environment: "production",
      value: '{"DB_USER":"ada","A_FIRST":"two words"}',
    });
    await anEntry(session, {
      name: "admin",
      category: { name: "Stripe", envVarName: "STRIPE_ADMIN" },
      value: "it's",
      environment: "staging",
    });
    await anEntry(session, { keyType: "ssh", category: { name: "AAA" } });
    await anEntry(session, { keyType: "json", category: { name: "AAA" } });
    const text = [
      "# Database — api (production)",
      "DB_USER=ada",
      "A_FIRST='two words'",
      "# Stripe — admin (staging)",
      `STRIPE_ADMIN="it's"`,
      "# Stripe — web",
      "STRIPE_SECRET_KEY=sk_test_not_real",
      "",
    ].join("\n");
    for (const who of [session, key]) expect(await exported(who)).toMatchObject({ text, skipped: 0 });
  });

  test("names in its headers what more than one entry sets, and writes each of them", async () => {
    const { session } = await aUser();
    await aVariable(session, "ONCE", "1");
    expect((await exported(session)).headers.has("X-Export-Repeated")).toBe(false);
    await anEntry(session, { keyType: "group", name: "web", value: '{"ONCE":"2","OTHER":"3"}' });
    for (const format of ["dotenv", "json", "github"]) {
      const { text, headers } = await exported(session, `?format=${format}`);
      expect(text.match(/^ *"?ONCE\b/gm)).toHaveLength(2);
      expect([headers.get("X-Export-Repeated"), headers.get("X-Export-Repeated-Names")]).toEqual(["1", "ONCE"]);
    }
    expect((await exported(session, "?project=web")).headers.has("X-Export-Repeated")).toBe(false);
  });

  testOnce("is a text file with the name svc-export.env, and is not cached", async () => {
    const { session } = await aUser();
    const { text, headers } = await exported(session);
    expect(text).toBe("");
    const shown = ["Content-Type", "Content-Disposition", "Cache-Control", "X-Export-Skipped"].map((name) =>
      headers.get(name),
    );
    expect(shown).toEqual(["text/plain; charset=utf-8", 'attachment; filename="svc-export.env"', "no-store", "0"]);
  });

  testOnce(
    "is refused to links and pages of other sites, which send the session's cookie too; not to the address bar or a key",
    async () => {
      const { session, key } = await aUserWithKey({ scopes: ["export:read"] });
      const asked = async (who: Actor, site: string) =>
        (await who.fetch("/api/export", { headers: { "Sec-Fetch-Site": site } })).status;
      expect(
        await Promise.all(["cross-site", "same-site", "same-origin", "none"].map((site) => asked(session, site))),
      ).toEqual([403, 403, 200, 200]);
      expect(await asked(key, "cross-site")).toBe(200);
    },
  );

  test("of a vault by eight at once is made for two at a time, so that the memory of one process bears many", async () => {
    const { session } = await aUser();
    const entries = Array.from({ length: 300 }, (_, index) => importedVariable(`NAME_${index}`, "not a real value"));
    await session.call(importItems, { body: { entries } });
    await Promise.all(Array.from({ length: 8 }, () => exported(session)));
    const open = new Set<string | null>();
    const atOnce: number[] = [];
    const told = (await wholeActivity(session)).trim().split("\n");
    for (const { action, requestId } of told.map((line) => JSON.parse(line) as ActivityRecord).reverse()) {
      if (action === "entry.export") open.add(requestId);
      if (action === "vault.export") {
        atOnce.push(open.size);
        open.delete(requestId);
      }
    }
    // Each begins with the records of its values and ends with its own.
    expect([atOnce.length, Math.max(...atOnce)]).toEqual([8, 2]);
  });

  test("contains the caller's own entries only", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUser()]);
    await aVariable(other.session, "THEIRS", "not-mine");
    await aVariable(session, "MINE", "mine");
    expect(parseDotenv((await exported(session)).text)).toEqual({ MINE: "mine" });
  });

  test("can be filtered by environment, by project (the entry's exact name) and by both", async () => {
    const { session, key } = await aUserWithKey();
    await aVariable(session, "A", "1", { entry: "billing", environment: "production" });
    await aVariable(session, "B", "2", { entry: "billing", environment: "development" });
    await aVariable(session, "C", "3", { entry: "Billing & more", environment: "production" });
    await aVariable(session, "D", "4", { entry: "billing" });
    const names = async (query: string) => Object.keys(parseDotenv((await exported(key, query)).text));
    expect(await names("?environment=production")).toEqual(["A", "C"]);
    expect(await names("?environment=staging")).toEqual([]);
    expect(await names("?environment=none")).toEqual(["D"]);
    expect(await names("?project=billing")).toEqual(["A", "B", "D"]);
    expect(await names(`?project=${encodeURIComponent("Billing & more")}`)).toEqual(["C"]);
    expect(await names("?project=bill%25")).toEqual([]);
    expect(await names("?project=billing&environment=development")).toEqual(["B"]);
    expect(await names("?format=dotenv")).toEqual(["A", "B", "C", "D"]);
  });

  test("can be limited to ids, in its own order, each once, together with the other filters", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["export:read"] });
    const [a, b] = [
      await aVariable(session, "A", "1", { environment: "production" }),
      await aVariable(session, "B", "2"),
    ];
    await aVariable(session, "C", "3");
    const names = async (query: string) => Object.keys(parseDotenv((await exported(key, query)).text));
    expect(await names(`?ids=${b.id},${a.id},${b.id}`)).toEqual(["A", "B"]);
    expect(await names(`?ids=${b.id}`)).toEqual(["B"]);
    expect(await names(`?ids=${a.id},${b.id}&environment=production`)).toEqual(["A"]);
    expect(await session.call(exportEntries, { query: { ids: a.id } })).toContain("A=1");
  });

  test("with an unknown id or another user's id, is a 404 as for entries, and nothing is exported", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUser()]);
    const [mine, theirs] = [
      await aVariable(session, "MINE", "canary-mine"),
      await aVariable(other.session, "THEIRS", "canary-theirs"),
    ];
    const gone = await send(session, "GET", `/api/entries/${missingId}`);
    for (const id of [theirs.id, missingId])
      expect(await send(session, "GET", `/api/export?ids=${mine.id},${id}`)).toEqual(gone);
    expect(gone).toMatchObject({ status: 404, json: { code: "ENTRY_NOT_FOUND" } });
  });

  test("accepts 200 ids, which fit into a URL for any proxy", async () => {
    const { session } = await aUser();
    const { id } = await aVariable(session, "A", "1");
    const ids = (count: number) => Array.from({ length: count }, () => id).join(",");
    expect(parseDotenv((await exported(session, `?ids=${ids(200)}`)).text)).toEqual({ A: "1" });
    expect(await send(session, "GET", `/api/export?ids=${ids(201)}`)).toMatchObject(refusedField("ids"));
  });

  test.each([
    ["ids=", "ids"],
    ["ids=not-an-id", "ids"],
    [`ids=${missingId},`, "ids"],
    [`ids=${missingId}%20${missingId}`, "ids"],
    ["environment=prod", "environment"],
    ["format=yaml", "format"],
    ["colour=red", "colour"],
    ["environment=staging&environment=production", "environment"],
    [`project=${"x".repeat(201)}`, "project"],
    ["project=a%00b", "project"],
  ])("refuses an invalid filter by name, and never exports more than was asked for: %#", async (query, path) => {
    const { session } = await aUser();
    await aVariable(session, "A", "canary");
    const answer = await send(session, "GET", `/api/export?${query}`);
    expect(answer).toMatchObject(refusedField(path));
    expect(answer.text).not.toContain("canary");
  });

  test("turns a value that the format can't hold into a comment with its name, and counts it in the header", async () => {
    const { session } = await aUser();
    await anEntry(session, {
      keyType: "group",
      category: { name: "Odd" },
      value: JSON.stringify({ GOOD: "1", WITH_NUL: "a\0b", WITH_CR: "a\rb", ALL_QUOTES: `'"\`` }),
    });
    const { text, skipped } = await exported(session);
    expect(variables(text)).toEqual([{ GOOD: "1" }, { GOOD: "1" }]);
    const comments = text.split("\n").filter((line) => line.startsWith("#") && line.includes("skipped"));
    expect([comments.length, skipped]).toEqual([3, 3]);
    for (const name of ["WITH_NUL", "WITH_CR", "ALL_QUOTES"])
      expect(comments.filter((line) => line.includes(` ${name} `)).length).toBe(1);
  });
});

describe("every format", () => {
  const fields = { PLAIN: "1", DOLLAR: "a$b", LINES: "one\r\ntwo", END: "cr\r" };

  testOnce.each<[format: string, refused: string[], read: (text: string) => unknown]>([
    ["dotenv", ["LINES", "END"], (text) => parseDotenv(text)],
    ["next", [], (text) => readAsNext([text])[0]],
    ["compose", [], readAsCompose],
    ["docker", ["LINES", "END"], readAsDocker],
    ["shell", [], (text) => source("bash", text.replaceAll(/^(?=[A-Z]+=)/gm, "TEST_"))],
    ["json", [], (text) => JSON.parse(text)],
    ["github", ["END"], (text) => readAsGithub(text, "windows")],
  ])("%s gives its reader each value, or names it in the header", async (format, refused, read) => {
    const { session } = await aUser();
    await anEntry(session, { keyType: "group", value: JSON.stringify(fields) });
    const { text, skipped, headers } = await exported(session, `?format=${format}`);
    expect([skipped, headers.get("X-Export-Skipped-Names")]).toEqual([
      refused.length,
      refused.length > 0 ? refused.join(",") : null,
    ]);
    const expected = Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.includes(name)));
    expect(read(text)).toEqual(
      format === "shell"
        ? Object.fromEntries(Object.entries(expected).map(([name, value]) => [`TEST_${name}`, value]))
        : expected,
    );
  });

  test("a name with two entries is written twice, in JSON as in .env text, and readers use the last", async () => {
    const { session } = await aUser();
    await aVariable(session, "A", "1", { entry: "api" });
    await aVariable(session, "A", "2", { entry: "web" });
    const { text } = await exported(session, "?format=json");
    expect(text).toBe('{\n  "A": "1",\n  "A": "2"\n}\n');
    expect(JSON.parse(text)).toEqual(parseDotenv((await exported(session)).text));
  });

  testOnce("the header with the names stays short, however many there are", async () => {
    const { session } = await aUser();
    const names = Array.from({ length: 300 }, (_, index) => `NAME_NUMBER_${index}`);
    await anEntry(session, {
      keyType: "group",
      value: JSON.stringify(Object.fromEntries(names.map((name) => [name, "\r"]))),
    });
    const { skipped, headers } = await exported(session);
    const listed = headers.get("X-Export-Skipped-Names") ?? "";
    expect([skipped, listed.length < 2_100, listed.split(",").every((name) => names.includes(name))]).toEqual([
      300,
      true,
      true,
    ]);
    expect(listed.split(",").length).toBeGreaterThan(50);
  });
});

describe("read back", () => {
  const names = fc
    .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/)
    .filter((name) => !["__proto__", "constructor", "prototype", "SIMPLE"].includes(name));
  const kept = hostileValue.filter((text) => text.isWellFormed());
  const fieldsOf = fc.uniqueArray(fc.tuple(names, kept), { minLength: 1, maxLength: 8, selector: ([name]) => name });
  const displayName = hostileText.filter(
    (text) => text.trim() !== "" && text.length < 200 && text.isWellFormed() && !text.includes("\0"),
  );

  testOnce(
    "by dotenv and util.parseEnv, any values under any names are equal, or reported and counted; nothing else appears",
    async () => {
      const { session } = await aUser();
      const group = await anEntry(session, { keyType: "group" });
      const simple = await anEntry(session, { category: { name: "Simple", envVarName: "SIMPLE" } });
      await fc.assert(
        fc.asyncProperty(
          fieldsOf,
          kept.filter((text) => text !== ""),
          displayName,
          displayName,
          async (fields, value, categoryName, entryName) => {
            await session.call(updateEntry, {
              params: { id: group.id },
              body: { value: JSON.stringify(Object.fromEntries(fields)) },
            });
            await session.call(updateEntry, { params: { id: simple.id }, body: { value } });
            giveFormerName("KeyCategory", group.categoryId, categoryName);
            for (const { id } of [group, simple]) giveFormerName("KeyEntry", id, entryName);
            const { text, skipped } = await exported(session);
            const all = new Map([...fields, ["SIMPLE", value] as const]);
            const reported = [...all.keys()].filter((name) =>
              text.split("\n").some((line) => line.startsWith(`# skipped: ${name} `)),
            );
            const expected = Object.fromEntries([...all].filter(([name]) => !reported.includes(name)));
            expect(variables(text)).toEqual([expected, expected]);
            expect(skipped).toBe(reported.length);
            // Only values that neither reader can hold may be left out: NUL, CR, a final backslash, or more than one kind
            // of quote.
            for (const name of reported) expect(all.get(name)).toMatch(/[\0\r]|\\$|'[^]*[`"\\$]|[`"\\$][^]*'/);
          },
        ),
        { numRuns: 80 },
      );
    },
  );

  testOnce("the compose and shell formats give their own readers every value except one with NUL", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { keyType: "group" });
    const values = fc.array(kept, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(values, async (texts) => {
        const fields = texts.map((text, index): [string, string] => [`TEST_${index}`, text]);
        await session.call(updateEntry, {
          params: { id },
          body: { value: JSON.stringify(Object.fromEntries(fields)) },
        });
        const expected = Object.fromEntries(fields.filter(([, text]) => !text.includes("\0")));
        const shell = await exported(session, "?format=shell");
        expect(source("bash", shell.text)).toEqual(expected);
        const compose = await exported(session, "?format=compose");
        expect(readAsCompose(compose.text)).toEqual(expected);
        expect([shell.skipped, compose.skipped]).toEqual([
          fields.length - Object.keys(expected).length,
          fields.length - Object.keys(expected).length,
        ]);
      }),
      { numRuns: 15 },
    );
  });

  const lineBreaks = [
    "\nEVIL=1",
    "\r\nEVIL=1",
    "\rEVIL=1",
    "\u2028EVIL=1",
    "\u2029EVIL=1",
    "\u0085EVIL=1",
    "\vEVIL=1",
    "\fEVIL=1",
    "'\nEVIL=1",
    '"\nEVIL=1',
    "`\nEVIL=1\n`",
    "\\\nEVIL=1",
  ];
  // encodeURIComponent: test names stay on one line and in ASCII.
  test.each(lineBreaks.map((hostile) => [encodeURIComponent(hostile), hostile]))(
    "no name of a category or entry can break lines in the text: %s",
    async (_, hostile) => {
      const { session } = await aUser();
      await aVariable(session, "BEFORE", "'unpaired");
      const { id, categoryId } = await aVariable(session, "VICTIM", "value");
      giveFormerName("KeyEntry", id, `entry${hostile} end`);
      giveFormerName("KeyCategory", categoryId, `category${hostile} end`);
      await aVariable(session, "_AFTER", "it's");
      for (const format of ["dotenv", "compose", "shell"] as const) {
        const text = await session.call(exportEntries, { query: { format } });
        for (const found of variables(text)) expect(Object.keys(found).sort()).toEqual(["BEFORE", "VICTIM", "_AFTER"]);
        expect(text.split(/[\n\r\v\f\u0085\u2028\u2029]/).length).toBe(7);
      }
    },
  );
});

import { describe, expect, test } from "vitest";
import { listCategories, updateCategory } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { type ImportEntry, importItems, type ImportItems } from "@/lib/contracts/transfer/import";
import type { Environment } from "@/lib/contracts/primitives";
import type { Scope } from "@/lib/contracts/access/scopes";
import { createTeam } from "@/lib/contracts/people/teams";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { listTwoFactorTokens, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { readImport } from "@/lib/import";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { aCategory, anEntry } from "../../support/rows/fixtures";
import { importedVariable as variable } from "../../support/rows/imported-variable";
import { refusedField, send } from "../../support/http/raw";
import { within } from "../../support/callers/teams";
import { samples } from "../../unit/import/samples";

const all = {
  entries: [
    variable("A", "one"),
    variable("B", "it's"),
    variable("A", "production", { environment: "production" }),
    {
      category: "GitHub",
      keyType: "group" as const,
      name: "work",
      value: '{"USERNAME":"ada","PASSWORD":"not-a-real-password"}',
      notes: "words",
    },
    { category: "Config", keyType: "json" as const, name: "work", value: '{"a": 1}' },
  ],
  twoFactor: [
    { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    { service: "GitHub", accountName: "ada", secret: "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&algorithm=SHA256" },
  ],
};

const look = async (who: Actor) => ({
  categories: await who.call(listCategories),
  entries: await who.call(listEntries),
  tokens: await who.call(listTwoFactorTokens),
  text: await who.call(exportEntries),
});

describe("POST /api/import", () => {
  test("categories that it makes say so until somebody changes them; what was there does not, and a move keeps it", async () => {
    const { session } = await aUser();
    const byHand = await aCategory(session, { name: "A", envVarName: "A" });
    await session.call(importItems, {
      body: { entries: [variable("A", "one"), variable("B", "two"), variable("C", "3")] },
    });
    const origins = async (who: Actor) => (await who.call(listCategories)).map(({ name, origin }) => [name, origin]);
    expect(await origins(session)).toEqual([
      ["A", null],
      ["B", "import"],
      ["C", "import"],
    ]);
    expect(byHand.origin).toBeNull();
    const b = (await session.call(listCategories))[1];
    const changed = await session.call(updateCategory, { params: { id: b?.id ?? "" }, body: { icon: "stripe" } });
    expect(changed.origin).toBeNull();

    const { id: teamId } = await session.call(createTeam, { body: { name: "Payments" } });
    const entryIds = (await session.call(listEntries)).map(({ id }) => id);
    await session.call(transfer, { body: { teamId, entryIds, envProjectIds: [], twoFactorTokenIds: [] } });
    expect(await origins(within(session, teamId))).toEqual([
      ["A", null],
      ["B", null],
      ["C", "import"],
    ]);
  });

  test("a category that it makes has the icon of its name, as in the pages; one that is given as such keeps what was given", async () => {
    const { session } = await aUser();
    await session.call(importItems, {
      body: {
        categories: [
          { name: "Stripe", keyType: "json", icon: "square" },
          { name: "Sentry", keyType: "json" },
        ],
        entries: [
          variable("STRIPE_SECRET_KEY", "one"),
          variable("PORT", "3000"),
          { category: "GitHub", keyType: "json", name: "work", value: "1" },
          { category: "Sentry", keyType: "json", name: "work", value: "1" },
        ],
      },
    });
    expect((await session.call(listCategories)).map(({ name, icon }) => [name, icon])).toEqual([
      ["GitHub", "github"],
      ["PORT", null],
      ["STRIPE_SECRET_KEY", "stripe"],
      ["Sentry", null],
      ["Stripe", "square"],
    ]);
  });

  test("a preview says what would be created and creates nothing; the import creates it; a second one changes nothing", async () => {
    const { session } = await aUser();
    const counts = { created: 7, updated: 0, unchanged: 0, rejected: 0 };
    expect(await session.call(importItems, { body: { ...all, preview: true } })).toMatchObject({
      preview: true,
      counts,
    });
    expect(await look(session)).toEqual({ categories: [], entries: [], tokens: [], text: "" });
    expect(await session.call(importItems, { body: all })).toMatchObject({ preview: false, counts });
    const after = await look(session);
    expect([after.categories.length, after.entries.length, after.tokens.length]).toEqual([4, 5, 2]);
    for (const lines of ["# A — billing (production)\nA=production\n", "# A — billing (staging)\nA=one\n"])
      expect(after.text).toContain(lines);
    expect(after.entries.find(({ category }) => category.name === "GitHub")).toMatchObject({
      fieldNames: ["USERNAME", "PASSWORD"],
      notes: "words",
    });
    for (const { id } of after.tokens)
      expect(await session.call(revealTwoFactorCode, { params: { id } })).toMatchObject({
        code: expect.stringMatching(/^\d{6}$/),
      });
    expect(await session.call(importItems, { body: all })).toMatchObject({
      counts: { created: 0, updated: 0, unchanged: 7, rejected: 0 },
    });
    expect(await look(session)).toEqual(after);
  });

  test.each(Object.entries(samples).filter(([, { entries, twoFactor }]) => entries.length + twoFactor.length > 0))(
    "a second import of a sample of %s changes nothing",
    async (_, { text }) => {
      const { session } = await aUser();
      const { entries, twoFactor } = readImport(text, { project: "mine" });
      const count = entries.length + twoFactor.length;
      expect(await session.call(importItems, { body: { entries, twoFactor } })).toMatchObject({
        counts: { created: count },
      });
      const before = await look(session);
      expect(await session.call(importItems, { body: { entries, twoFactor } })).toMatchObject({
        counts: { created: 0, updated: 0, unchanged: count, rejected: 0 },
      });
      expect(await look(session)).toEqual(before);
    },
  );

  test("four concurrent imports of one file create each item once", async () => {
    const { session } = await aUser();
    const entries = Array.from({ length: 150 }, (_, index) => variable(`NAME_${index}`, "not-a-real-key"));
    const four = (preview: boolean) =>
      Promise.all([1, 2, 3, 4].map(() => session.call(importItems, { body: { entries, preview } })));
    // A server with a database connection for each of them; otherwise they would wait for one and never run at once.
    await four(true);
    const results = await four(false);
    expect(results.map(({ counts }) => [counts.created, counts.unchanged]).sort()).toEqual([
      [0, 150],
      [0, 150],
      [0, 150],
      [150, 0],
    ]);
    const { categories, entries: made } = await look(session);
    expect([categories.length, made.length]).toEqual([150, 150]);
  });

  test("a different value replaces the stored one, in the existing category", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session, { environment: "production", value: "old" });
    await anEntry(session, { keyType: "group", category: { name: "Database" }, value: '{"A":"1","B":"2"}' });
    const body = {
      entries: [
        {
          category: "Stripe",
          keyType: "simple" as const,
          envVarName: "STRIPE_SECRET_KEY",
          name: "billing",
          environment: "production" as const,
          value: "new",
        },
        { category: "Database", keyType: "group" as const, name: "billing", value: '{ "B": "2", "A": "1" }' },
      ],
    };
    for (const preview of [true, false]) {
      const { entries } = await session.call(importItems, { body: { ...body, preview } });
      expect(entries.map(({ action }) => action)).toEqual(["updated", "unchanged"]);
      expect((await session.call(revealEntry, { params: { id: entry.id } })).value).toBe(preview ? "old" : "new");
    }
    expect(await session.call(listCategories)).toHaveLength(2);
  });

  test("the outcome names what was made and changed, with the version and the former value that take it back; a preview names nothing", async () => {
    const { session } = await aUser();
    const old = await anEntry(session, { value: "old" });
    const body: ImportItems = {
      entries: [
        { ...variable("STRIPE_SECRET_KEY", "new"), environment: old.environment },
        variable("MAIL_KEY", "one"),
        { ...variable("MAIL_KEY", "one"), name: "shop", former: [{ value: "zero", writtenAt: "2026-01-01" }] },
      ],
      twoFactor: [{ service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" }],
      envFiles: [{ project: "shop", fileType: "env.local", content: "A=1\n" }],
    };
    const nothing = { id: null, version: null, formerVersion: null };
    const preview = await session.call(importItems, { body: { ...body, preview: true } });
    expect(preview.entries.map(({ id, version, formerVersion }) => ({ id, version, formerVersion }))).toEqual(
      Array.from({ length: 3 }, () => nothing),
    );
    expect(preview.alsoCreated).toEqual({ categories: [], envProjects: [] });

    const { entries, twoFactor, envFiles, alsoCreated } = await session.call(importItems, { body });
    const [changed, made, withFormer] = entries;
    expect(changed).toMatchObject({ action: "updated", id: old.id, version: 2, formerVersion: 1 });
    expect([made, withFormer]).toMatchObject([
      { action: "created", version: 1, formerVersion: null },
      { action: "created", version: 2, formerVersion: null },
    ]);
    const [category] = alsoCreated.categories;
    const [project] = alsoCreated.envProjects;
    expect(alsoCreated).toMatchObject({ categories: [{ name: "MAIL_KEY" }], envProjects: [{ name: "shop" }] });
    expect(envFiles).toMatchObject([{ action: "created", version: 1, projectId: project?.id }]);
    expect((await session.call(importItems, { body })).entries).toMatchObject([nothing, nothing, nothing]);

    // All of it fits what it is meant for.
    const takeBack = async (method: string, path: string, version: number | null | undefined) =>
      (await session.fetch(`/api/${path}`, { method, headers: { "If-Match": `"${version}"` } })).status;
    const restored = `entries/${old.id}/versions/${changed?.formerVersion}/restore`;
    expect(await takeBack("POST", restored, changed?.version)).toBe(200);
    const file = envFiles?.[0];
    for (const [path, version] of [
      [`entries/${made?.id}`, made?.version],
      [`entries/${withFormer?.id}`, withFormer?.version],
      [`2fa/${twoFactor[0]?.id}`, twoFactor[0]?.version],
      [`categories/${category?.id}`, category?.version],
      [`envs/${project?.id}/files/${file?.id}`, file?.version],
      [`envs/${project?.id}`, project?.version],
    ] as const)
      expect(await takeBack("DELETE", path, version)).toBe(204);
    expect(await look(session)).toMatchObject({
      categories: [{ name: "Stripe" }],
      entries: [{ id: old.id }],
      tokens: [],
    });
    expect((await session.call(revealEntry, { params: { id: old.id } })).value).toBe("old");
  });

  test("an item that can't be imported is rejected on its own, with the reason, and the rest is imported", async () => {
    const { session } = await aUser();
    const { entries, twoFactor, counts } = await session.call(importItems, {
      body: {
        entries: [
          variable("GOOD", "1"),
          variable("X", "1", { envVarName: null }),
          { category: "G", keyType: "group", name: "p", value: "canary-no-json" },
          variable("GOOD", "2"),
          variable("GOOD", "1"),
        ],
        twoFactor: [
          { service: "a", accountName: "b", secret: "canary!" },
          { service: "a", accountName: "b", secret: "JBSWY3DPEHPK3PXP" },
        ],
      },
    });
    expect(entries.map(({ action }) => action)).toEqual(["created", "rejected", "rejected", "rejected", "unchanged"]);
    expect(twoFactor.map(({ action }) => action)).toEqual(["rejected", "created"]);
    expect(counts).toEqual({ created: 2, updated: 0, unchanged: 1, rejected: 4 });
    expect(JSON.stringify([entries, twoFactor])).not.toContain("canary");
    expect(await session.call(exportEntries)).toContain("GOOD=1");
  });

  test("an entry with two candidates is rejected rather than guessed", async () => {
    const { session } = await aUser();
    const { categoryId } = await anEntry(session);
    await session.fetch("/api/entries", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ categoryId, name: "billing", value: "2" }),
    });
    const { entries } = await session.call(importItems, {
      body: {
        entries: [
          { category: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", name: "billing", value: "3" },
        ],
      },
    });
    expect(entries).toEqual([
      {
        ...{ action: "rejected", message: expect.stringContaining("Several entries"), category: "Stripe" },
        ...{ id: null, version: null, formerVersion: null },
      },
    ]);
  });

  test("a missing scope ends the import before anything is stored: nobody learns a value, or creates what they may not, this way", async () => {
    const body = { entries: [variable("FIRST", "1"), variable("A", "guess")] };
    const { session, key } = await aUserWithKey({ scopes: ["entries:write"] });
    expect(await send(key, "POST", "/api/import", body)).toMatchObject({
      status: 403,
      json: { code: "AUTH_SCOPE_REQUIRED", error: expect.stringContaining("categories:write") },
    });
    expect(await send(key, "POST", "/api/import", { twoFactor: all.twoFactor })).toMatchObject({
      status: 403,
      json: { error: expect.stringContaining("2fa:write") },
    });
    await session.call(importItems, { body: { entries: [variable("A", "guess")] } });
    const blind = await aUserWithKey({ scopes: ["entries:write", "categories:write"] });
    await blind.session.call(importItems, { body: { entries: [variable("A", "guess")] } });
    for (const preview of [true, false]) {
      expect(await send(blind.key, "POST", "/api/import", { ...body, preview })).toMatchObject({
        status: 403,
        json: { error: expect.stringContaining("entries:reveal") },
      });
    }
    expect(await blind.session.call(listEntries)).toHaveLength(1);
  });

  test("a key that lacks a scope learns nothing: existing and missing entries, categories and two-factor secrets get byte for byte the same error", async () => {
    const lacking: [scopes: Scope[], there: ImportItems, missing: ImportItems][] = [
      [["entries:write", "categories:write"], { entries: [variable("A", "1")] }, { entries: [variable("B", "1")] }],
      [["entries:write", "entries:reveal"], { entries: [variable("A", "1")] }, { entries: [variable("B", "1")] }],
      [
        ["entries:write", "entries:reveal", "entries:read"],
        { entries: [variable("A", "1", { name: "other" })] },
        { entries: [variable("B", "1", { name: "other" })] },
      ],
      [
        ["entries:write", "2fa:write"],
        { twoFactor: all.twoFactor },
        { twoFactor: [{ service: "GitHub", accountName: "ada", secret: "GEZDGNBVGY3TQOJQ" }] },
      ],
    ];
    for (const [scopes, there, missing] of lacking) {
      const { session, key } = await aUserWithKey({ scopes });
      await session.call(importItems, { body: { entries: [variable("A", "1")], twoFactor: all.twoFactor } });
      for (const preview of [true, false]) {
        const [one, other] = [
          await send(key, "POST", "/api/import", { ...there, preview }),
          await send(key, "POST", "/api/import", { ...missing, preview }),
        ];
        expect({ scopes, status: one.status }).toEqual({ scopes, status: 403 });
        expect(one.text).toBe(other.text);
      }
    }
  });

  test("a key with the scopes learns that a two-factor secret exists", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:write", "2fa:write", "2fa:reveal"] });
    await session.call(importItems, { body: { twoFactor: all.twoFactor } });
    expect(await key.call(importItems, { body: { twoFactor: all.twoFactor } })).toMatchObject({
      counts: { unchanged: 2 },
    });
  });

  test("an error that ends the import undoes its earlier changes: old values stay, new ones are not stored", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:write", "entries:reveal", "categories:read"] });
    const entry = await anEntry(session, { environment: "staging", value: "old" });
    const change = variable("STRIPE_SECRET_KEY", "new");
    const before = await look(session);
    // Only the second item needs a scope that the key lacks, after the first has been written.
    expect(await send(key, "POST", "/api/import", { entries: [change, variable("NEW", "1")] })).toMatchObject({
      status: 403,
      json: { error: expect.stringContaining("categories:write") },
    });
    expect((await session.call(revealEntry, { params: { id: entry.id } })).value).toBe("old");
    expect(await look(session)).toEqual(before);
    expect(await key.call(importItems, { body: { entries: [change] } })).toMatchObject({ counts: { updated: 1 } });
  });

  test("another user's entries are neither compared nor changed", async () => {
    const [one, two] = [await aUser(), await aUser()];
    for (const [index, { session }] of [one, two].entries())
      expect(await session.call(importItems, { body: { entries: [variable("A", `value ${index}`)] } })).toMatchObject({
        counts: { created: 1 },
      });
    expect(await one.session.call(exportEntries)).toContain("A='value 0'");
  });

  test("the request's form is checked first, and errors name the field", async () => {
    const { session } = await aUser();
    for (const [body, path] of [
      [{ entries: [variable("A", "")] }, "entries.0.value"],
      [{ entries: [variable("A", "1", { name: " " })] }, "entries.0.name"],
      [{ entry: [] }, "entry"],
      [{ entries: Array.from({ length: 2_001 }, () => variable("A", "1")) }, "entries"],
    ] as const) {
      expect(await send(session, "POST", "/api/import", body)).toMatchObject(refusedField(path));
    }
  });

  test("thousands of items and megabytes of values are one transaction", async () => {
    const { session } = await aUser();
    const entries = Array.from({ length: 2_000 }, (_, index) => variable(`NAME_${index}`, "x".repeat(3_000)));
    expect(await session.call(importItems, { body: { entries } })).toMatchObject({ counts: { created: 2_000 } });
    expect(await session.call(importItems, { body: { entries } })).toMatchObject({ counts: { unchanged: 2_000 } });
  });
});

describe("the category of an imported variable", () => {
  const variableOf = (body: Partial<ImportEntry> = {}) => ({ entries: [variable("STRIPE_SECRET_KEY", "new", body)] });
  const placeOf = async (who: Actor, body: Partial<ImportEntry>) => {
    const { entries } = await who.call(importItems, { body: { ...variableOf(body), preview: true } });
    return entries.map(({ action, category }) => `${action} ${category}`).join();
  };

  test("is one with this variable, whatever its name, in the preview and in the import", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { environment: "staging", value: "old" });
    for (const [environment, action] of [
      ["staging", "updated"],
      ["production", "created"],
    ] as const) {
      for (const preview of [true, false]) {
        const { entries } = await session.call(importItems, { body: { ...variableOf({ environment }), preview } });
        const version = action === "updated" ? 2 : 1;
        const made = { id: expect.any(String) as string, version, formerVersion: action === "updated" ? 1 : null };
        const told = preview ? { id: null, version: null, formerVersion: null } : made;
        expect(entries).toEqual([{ action, message: null, category: "Stripe", ...told }]);
      }
    }
    expect((await session.call(revealEntry, { params: { id } })).value).toBe("new");
    expect((await session.call(listCategories)).map(({ name }) => name)).toEqual(["Stripe"]);
    expect(await session.call(listEntries)).toHaveLength(2);
  });

  test("is, of several, the one with an entry for the project and environment, else the first of the list; a given name wins", async () => {
    const { session } = await aUser();
    await anEntry(session, { category: { name: "Beta" }, environment: "staging" });
    for (const name of ["Delta", "Alpha", "STRIPE_SECRET_KEY"]) await aCategory(session, { name });
    await aCategory(session, { name: "A document", keyType: "json" });
    expect(await placeOf(session, {})).toBe("updated Beta");
    expect(await placeOf(session, { category: "Delta" })).toBe("created Delta");
    expect(await placeOf(session, { category: "Gamma" })).toBe("created Gamma");
    expect(await placeOf(session, { name: "web" })).toBe("created STRIPE_SECRET_KEY");
    expect(await placeOf(session, { category: "OTHER", envVarName: "OTHER" })).toBe("created OTHER");
  });

  test("is not revealed to a key that may not read categories", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:write", "entries:reveal", "categories:write"] });
    await anEntry(session, { environment: "staging" });
    expect(await placeOf(session, {})).toBe("updated Stripe");
    expect(await placeOf(key, {})).toBe("updated STRIPE_SECRET_KEY");
  });

  test("is found again for a complete export: nothing of it is created or changed", async () => {
    const { session } = await aUser();
    const places: [project: string, environment: Environment][] = [
      ["billing", "production"],
      ["billing", "staging"],
      ["web", "production"],
    ];
    for (const [name, environment] of places) {
      for (const [category, envVarName, value] of [
        ["Stripe", "STRIPE_SECRET_KEY", `it's ${name}`],
        ["Mail", "MAIL_URL", "two\nlines"],
        ["PORT", "PORT", "3000"],
      ] as const) {
        await anEntry(session, { category: { name: `${category} of ${name}`, envVarName }, name, environment, value });
      }
    }
    await aCategory(session, { name: "PORT", envVarName: "PORT" });
    const before = await look(session);
    for (const [project, environment] of places) {
      const { entries, faults } = readImport(await session.call(exportEntries, { query: { project, environment } }), {
        project,
      });
      expect([entries.length, faults]).toEqual([3, []]);
      const body = { entries: entries.map((entry) => ({ ...entry, environment })) };
      expect(await session.call(importItems, { body })).toMatchObject({
        counts: { created: 0, updated: 0, unchanged: 3, rejected: 0 },
      });
    }
    expect(await look(session)).toEqual(before);
  });
});

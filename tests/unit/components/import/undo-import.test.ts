import { afterEach, describe, expect, test, vi } from "vitest";
import { tellImported } from "@/components/import/imported-notice";
import { madeBy, type Made } from "@/components/import/made";
import { undoImport } from "@/components/import/undo/undo-import";
import { undoneText } from "@/components/import/undo/undone-text";
import { toastStore } from "@/components/ui/toasts/toast";

const thing = (part: Partial<Made> & Pick<Made, "kind" | "id">): Made => ({
  name: part.id,
  version: 1,
  isUpdated: false,
  formerVersion: null,
  ...part,
});

const json = (body: unknown, status = 200) => Response.json(body, { status });
type Sent = { what: string; at: string | null };

function vaultThat(answer: (what: string) => Response): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", headers }: RequestInit) => {
    const what = `${method} ${url.replace("/api", "")}`;
    sent.push({ what, at: new Headers(headers).get("If-Match") });
    return Promise.resolve(answer(what));
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

test("what an import made is deleted and what it changed gets its former value, each only at the import's version; an empty category goes too", async () => {
  const sent = vaultThat((what) =>
    what === "GET /entries"
      ? json([{ id: "other", categoryId: "used", version: 1 }])
      : what.startsWith("POST")
        ? json({})
        : new Response(null, { status: 204 }),
  );
  const undone = await undoImport([
    thing({ kind: "category", id: "empty" }),
    thing({ kind: "category", id: "used", name: "the category Stripe" }),
    thing({ kind: "entry", id: "new" }),
    thing({ kind: "entry", id: "old", isUpdated: true, version: 4, formerVersion: 2 }),
    thing({ kind: "envFile", id: "file", projectId: "shop", isUpdated: true, version: 3, formerVersion: 2 }),
  ]);
  expect(sent).toEqual([
    { what: "GET /entries", at: null },
    { what: "DELETE /categories/empty?onlyHolding=", at: '"1"' },
    { what: "DELETE /entries/new", at: '"1"' },
    { what: "POST /entries/old/versions/2/restore", at: '"4"' },
    { what: "POST /envs/shop/files/file/versions/2/restore", at: '"3"' },
    { what: "GET /entries", at: null },
  ]);
  expect(undoneText(undone, 5)).toEqual({
    text: "The import was undone, but not all of it. Still in use: the category Stripe.",
    whole: false,
  });
});

const entriesIn = (categoryId: string, ids: readonly string[]) => ids.map((id) => ({ id, categoryId, version: 1 }));

test("a category or project that holds nothing else goes with all of its contents", async () => {
  const sent = vaultThat((what) =>
    what === "GET /entries"
      ? json([...entriesIn("mine", ["a", "b"]), ...entriesIn("shared", ["c", "theirs"])])
      : what === "GET /envs"
        ? json({ data: [{ id: "shop", fileCount: 1 }] })
        : new Response(null, { status: 204 }),
  );
  await undoImport([
    ...["mine", "shared"].map((id) => thing({ kind: "category", id })),
    thing({ kind: "envProject", id: "shop" }),
    thing({ kind: "envFile", id: "file", projectId: "shop" }),
    ...["a", "b", "c"].map((id) => thing({ kind: "entry", id })),
  ]);
  expect(sent.map(({ what }) => decodeURIComponent(what)).filter((what) => what.startsWith("DELETE"))).toEqual([
    "DELETE /categories/mine?onlyHolding=a.1,b.1",
    "DELETE /envs/shop?onlyHolding=file.1",
    "DELETE /entries/c",
  ]);
});

test("if something came into a category meanwhile, its entries go one by one, and it stays", async () => {
  let added = false;
  const sent = vaultThat((what) => {
    if (what === "GET /entries") return json(entriesIn("mine", added ? ["theirs"] : ["a"]));
    added = true;
    return what.startsWith("DELETE /categories")
      ? json({ error: "Holds more", code: "CHANGED_MEANWHILE" }, 412)
      : new Response(null, { status: 204 });
  });
  const undone = await undoImport([
    thing({ kind: "category", id: "mine", name: "the category Stripe" }),
    thing({ kind: "entry", id: "a" }),
  ]);
  expect(sent.map(({ what }) => what)).toEqual([
    "GET /entries",
    "DELETE /categories/mine?onlyHolding=a.1",
    "DELETE /entries/a",
    "GET /entries",
  ]);
  expect(undoneText(undone, 2).text).toContain("Still in use: the category Stripe.");
});

test("what somebody changed meanwhile stays, with its category, and is named; what is gone already is no fault", async () => {
  vaultThat((what) =>
    what === "GET /entries"
      ? json([{ id: "changed", categoryId: "category", version: 2 }])
      : what.includes("changed")
        ? json({ error: "Changed", code: "CHANGED_MEANWHILE" }, 412)
        : json({ error: "Gone", code: "ENTRY_NOT_FOUND" }, 404),
  );
  const undone = await undoImport([
    thing({ kind: "entry", id: "changed", name: "STRIPE_KEY for billing" }),
    thing({ kind: "entry", id: "gone" }),
    thing({ kind: "entry", id: "kept", name: "MAIL_KEY for billing", isUpdated: true }),
    thing({ kind: "category", id: "category" }),
  ]);
  expect(undoneText(undone, 4).text).toBe(
    "The import was undone, but not all of it. Changed since, and left as it is: STRIPE_KEY for billing. Its former value isn’t kept, so that the imported one stays: MAIL_KEY for billing.",
  );
});

test("a vault that can't be asked stops it, and what is left can be tried again", async () => {
  vaultThat(() => json({ error: "Unavailable", code: "UNAVAILABLE" }, 503));
  const made = [thing({ kind: "entry", id: "new" }), thing({ kind: "category", id: "category" })];
  const undone = await undoImport(made);
  expect(undone.left).toEqual(made);
  expect(undoneText(undone, 2)).toMatchObject({ whole: false, text: expect.stringMatching(/^0 of 2 items/) });
});

test("tried again, it tells of all that stays, and of a category with it no more than at once", async () => {
  let isDown = true;
  vaultThat((what) =>
    what === "GET /entries"
      ? json([{ id: "changed", categoryId: "category" }])
      : what.includes("changed")
        ? json({ error: "Changed", code: "CHANGED_MEANWHILE" }, 412)
        : isDown
          ? json({ error: "Unavailable", code: "UNAVAILABLE" }, 503)
          : new Response(null, { status: 204 }),
  );
  tellImported(
    "4 items were imported",
    [
      thing({ kind: "entry", id: "changed", name: "STRIPE_KEY for billing" }),
      thing({ kind: "entry", id: "new" }),
      thing({ kind: "entry", id: "other" }),
      thing({ kind: "category", id: "category" }),
    ],
    () => {},
  );
  const press = async (label: string, message: RegExp) => {
    toastStore
      .current()
      .findLast(({ action }) => action?.label === label)
      ?.action?.onSelect();
    await expect.poll(() => toastStore.current().at(-1)?.message).toMatch(message);
  };
  await press(
    "Undo",
    /^1 of 4 items of the import were handled\. Changed since, and left as it is: STRIPE_KEY for billing\. /,
  );
  isDown = false;
  await press(
    "Try again",
    /^The import was undone, but not all of it\. Changed since, and left as it is: STRIPE_KEY for billing\.$/,
  );
});

describe("what gets its former value, without an answer", () => {
  const written = (version: number, userId: string, current = false) => ({ version, current, by: { userId } });
  /** Undoes an import's version 4 while no answer comes, and again, when versions are these. */
  async function undoneTwice(kind: "entry" | "envFile", versions: readonly ReturnType<typeof written>[]) {
    let isDown = true;
    const sent = vaultThat((what) => {
      if (what.startsWith("GET")) return json(kind === "entry" ? versions : { data: versions });
      if (isDown) return json({ error: "Unavailable", code: "UNAVAILABLE" }, 503);
      const current = versions.find((one) => one.current);
      return json(
        { error: "Changed", code: "CHANGED_MEANWHILE", details: { id: "old", version: current?.version } },
        412,
      );
    });
    const { left, kept } = await undoImport([
      thing({ kind, id: "old", projectId: "shop", isUpdated: true, version: 4, formerVersion: 2 }),
    ]);
    isDown = false;
    return { text: undoneText(await undoImport(left, kept), 1).text, sent: sent.map(({ what }) => what) };
  }
  const changed = "The import was undone, but not all of it. Changed since, and left as it is: old.";

  test.each([
    ["entry", "/entries/old/versions"],
    ["envFile", "/envs/shop/files/old/versions"],
  ] as const)("is known to have it when it is tried again: %s", async (kind, path) => {
    const versions = [written(5, "ada", true), written(4, "ada"), written(2, "eve")];
    expect(await undoneTwice(kind, versions)).toEqual({
      text: "The import was undone",
      sent: [`POST ${path}/2/restore`, `POST ${path}/2/restore`, `GET ${path}`],
    });
  });

  test.each([
    [401, true],
    [403, undefined],
    [429, undefined],
    [503, true],
  ])("may be done after a %i: %s", async (status, isUnanswered) => {
    vaultThat(() => json({ error: "Not now", code: "INTERNAL_ERROR" }, status));
    const { left } = await undoImport([
      thing({ kind: "entry", id: "old", isUpdated: true, version: 4, formerVersion: 2 }),
    ]);
    expect(left.map((one) => one.isUnanswered)).toEqual([isUnanswered]);
  });

  test.each([
    ["by somebody else", [written(5, "eve", true), written(4, "ada")]],
    ["more than once", [written(6, "ada", true), written(5, "ada"), written(4, "ada")]],
    ["and nobody knows any more who imported it", [written(5, "ada", true)]],
  ])("stays if it was changed meanwhile %s", async (_, versions) => {
    expect((await undoneTwice("entry", versions)).text).toBe(changed);
  });
});

test("variables that went into one group are one thing to take back, with the group's name, and categories that they needed are known", () => {
  const variable = (name: string) => ({
    ...{
      category: name,
      envVarName: name,
      keyType: "simple" as const,
      name: "billing",
      environment: "staging" as const,
    },
    value: "not-a-real-key",
  });
  const updated = {
    action: "updated" as const,
    message: null,
    id: "group",
    version: 2,
    formerVersion: 1,
    category: "Mail",
  };
  const none = { categories: [], envProjects: [], envFiles: [], twoFactor: [] };
  const made = madeBy(
    { entries: [variable("A"), variable("B")], twoFactor: [], faults: [] },
    {
      ...none,
      entries: [updated, updated],
      alsoCreated: { categories: [{ id: "made", name: "C", version: 1 }], envProjects: [] },
    },
  );
  expect(made).toMatchObject([
    { kind: "entry", id: "group", name: "Mail for billing (staging)", isUpdated: true, formerVersion: 1 },
    { kind: "category", id: "made", name: "the category C", isUpdated: false },
  ]);
});

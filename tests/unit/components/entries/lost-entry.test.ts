import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useSaveCategory } from "@/components/categories/use-save-category";
import {
  newCategoryId,
  startValues,
  type EntryFormContext,
  type EntryFormValues,
} from "@/components/entries/form/entry-form-values";
import { useSaveEntry } from "@/components/entries/form/use-save-entry";
import { toastStore } from "@/components/ui/toasts/toast";
import { iconsQuery } from "@/lib/client/http/resources/icons";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { cacheWith, hookIn, isStale } from "../../../support/components/rendered";
import { type Answer, json, refused, type Sent, vaultThat } from "../../../support/components/vault-that";
import { listedEntry } from "../../../support/rows/listed-entry";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));
vi.mock("@/lib/client/session/sign-in/sign-in-path", () => ({ goToSignIn: () => undefined }));

const setError = vi.fn();
const onSaved = vi.fn();
const location = { pathname: "/vault", href: "https://vault.example/vault" };
beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal("window", { location, navigator: {} });
  page.isThere = true;
});
afterEach(() => vi.unstubAllGlobals());

const typed: EntryFormValues = {
  ...startValues(undefined, "c"),
  name: "billing",
  environment: "production",
  value: "sk_test_not_a_real_key",
};
const several: EntryFormValues = { ...typed, environment: "several", several: ["staging", "production"] };
const messageOf = (field: string) =>
  (setError.mock.calls.findLast(([name]) => name === field)?.[1] as { message: string } | undefined)?.message;
const conditions = (sent: readonly Sent[], what = "POST /entries") =>
  sent.filter((one) => one.what === what).map(({ headers }) => headers.get("If-None-Match"));

const context: EntryFormContext = { keyType: "simple", entry: undefined, original: undefined };
const saverIn = (client: QueryClient) =>
  hookIn(client, () =>
    useSaveEntry(undefined, { setError, setValue: vi.fn(), reset: vi.fn() }, onSaved, vi.fn(), vi.fn()),
  );

async function saveEntry(values: EntryFormValues, answer: (sent: Sent) => Answer, options: object = {}) {
  const client = cacheWith([
    [queryKeys.entries, []],
    [queryKeys.categories, []],
    [iconsQuery.queryKey, []],
  ]);
  const sent = vaultThat(answer);
  await saverIn(client)(values, context, {}, options);
  return { client, sent };
}

describe("a new entry", () => {
  test("whose answer got lost may be there: the list is asked for anew, and a second one is made only knowingly", async () => {
    const { client, sent } = await saveEntry(typed, () => "lost");
    expect(isStale(client, queryKeys.entries)).toBe(true);
    expect(messageOf("root.server")).toBe(
      "The vault can't be reached: check the connection. The entry may have been created anyway. Check the list before you try again.",
    );
    expect(conditions(sent)).toEqual(["*"]);
    const again = await saveEntry(typed, () => json({ ...listedEntry(), id: "second" }), { another: ["production"] });
    expect(conditions(again.sent)).toEqual([null]);
    expect(onSaved).toHaveBeenCalledWith("second");
  });

  test("beside one is made only where the form shows that one: elsewhere the list may be older than an entry", async () => {
    const answer = ({ body }: Sent) => json(listedEntry(body as object));
    for (const [another, sent] of [
      [["staging"], [null, "*"]],
      [[], ["*", "*"]],
    ])
      expect(conditions((await saveEntry(several, answer, { another })).sent)).toEqual(sent);
  });

  test("that is there already is not made again: the list is asked for anew, so that the form shows it", async () => {
    const { client } = await saveEntry(typed, () => refused(412, "CHANGED_MEANWHILE"));
    expect(isStale(client, queryKeys.entries)).toBe(true);
    expect(messageOf("root.server")).toMatch(/^This entry already exists/);
    expect(onSaved).not.toHaveBeenCalled();
  });

  test("of several says which got no answer, and which was refused", async () => {
    await saveEntry({ ...several, several: ["development", "staging", "production"] }, ({ body }) => {
      const { environment } = body as { environment: string };
      if (environment === "staging") return "lost";
      return environment === "production"
        ? refused(400, "VALIDATION_ERROR", "Too long")
        : json(listedEntry({ environment: "development" }));
    });
    expect(messageOf("root.server")).toBe(
      "Created: development. Not created: production. No answer for: staging. The vault can't be reached: check the connection. Too long. Try again to create only what is missing.",
    );
  });

  test("of several of which some failed can be sent again only once the list has been asked for anew", async () => {
    let giveList = (_: ListedEntry[]): void => undefined;
    const list = new Promise<ListedEntry[]>((resolve) => (giveList = resolve));
    const client = cacheWith([[queryKeys.stats, {}]]);
    const observer = new QueryObserver(client, { queryKey: queryKeys.entries, queryFn: () => list });
    const stop = observer.subscribe(() => undefined);
    vaultThat(({ body }) =>
      (body as { environment: string }).environment === "staging" ? "lost" : json(listedEntry(body as object)),
    );
    let isSent = false;
    const sending = saverIn(client)(several, context, {}).then(() => (isSent = true));
    await vi.waitFor(() => expect(messageOf("root.server")).toMatch(/^Created: production/));
    // Long enough for all that waits for nothing.
    await new Promise(setImmediate);
    expect(isSent).toBe(false);
    giveList([]);
    await sending;
    stop();
  });

  test("whose new category is there already says so at its name; the categories are asked for anew", async () => {
    const { client, sent } = await saveEntry(
      { ...typed, categoryId: newCategoryId, newCategory: { name: "Stripe", keyType: "simple", envVarName: "STRIPE" } },
      () => refused(412, "CHANGED_MEANWHILE"),
    );
    expect(conditions(sent, "POST /categories")).toEqual(["*"]);
    expect(messageOf("newCategory.name")).toMatch(/^A category with this name, type and variable already exists/);
    expect(isStale(client, queryKeys.categories)).toBe(true);
  });
});

test("whoever left is told of entries of which only some were made, but not of an ended session", async () => {
  page.isThere = false;
  const partly = (other: () => Answer) => (sent: Sent) =>
    (sent.body as { environment?: string } | undefined)?.environment === "staging"
      ? other()
      : json(listedEntry(sent.body as object));
  const before = toastStore.current();
  await saveEntry(
    several,
    partly(() => refused(401, "AUTH_REQUIRED")),
  );
  expect(toastStore.current()).toBe(before);
  await saveEntry(
    several,
    partly(() => "lost"),
  );
  expect(toastStore.current().at(-1)?.message).toMatch(/^Created: production\. No answer for: staging\./);
  const told = toastStore.current();
  page.isThere = true;
  await saveEntry(
    several,
    partly(() => "lost"),
  );
  expect(toastStore.current()).toBe(told);
});

describe("a new category", () => {
  const values = { name: "Stripe", keyType: "simple", icon: null, envVarName: "STRIPE", description: "" } as never;
  async function saveCategory(answer: Answer) {
    const client = cacheWith([[queryKeys.categories, []]]);
    const sent = vaultThat(() => answer);
    await hookIn(client, () => useSaveCategory(undefined, setError, onSaved, vi.fn()))(values, {});
    expect(conditions(sent, "POST /categories")).toEqual(["*"]);
    expect(isStale(client, queryKeys.categories)).toBe(true);
  }

  test("whose answer got lost may be there", async () => {
    await saveCategory("lost");
    expect(messageOf("root.server")).toMatch(/may have been created anyway. Check the list/);
  });

  test("that is there already is not made again", async () => {
    await saveCategory(refused(412, "CHANGED_MEANWHILE"));
    expect(messageOf("name")).toBe("A category with this name, type and variable already exists");
  });
});

import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { revealEntry } from "@/lib/contracts/vault/entries";
import { call, onRefusal } from "@/lib/client/http/call";
import { goneText } from "@/lib/client/http/gone";
import { entriesQuery, envProjectQuery } from "@/lib/client/http/queries/queries";
import { tellAndAskOnceGone } from "@/lib/client/http/queries/once-gone";
import { cacheWith } from "../../../support/components/rendered";
import { json, refused, vaultThat } from "../../../support/components/vault-that";
import { listedEntry } from "../../../support/rows/listed-entry";

const closing: (() => void)[] = [];
afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  onRefusal(() => undefined);
  for (const close of closing.splice(0)) close();
});

/** Shows a list, as a page does. */
const show = (client: QueryClient, query: typeof entriesQuery | ReturnType<typeof envProjectQuery>) =>
  closing.push(
    new QueryObserver(client, { ...(query as typeof entriesQuery), staleTime: Infinity }).subscribe(() => {}),
  );

const id = "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804";

test("what somebody else deleted is told in one way for each kind, with what to do", () => {
  for (const [code, kind] of [
    ["CATEGORY_NOT_FOUND", "category"],
    ["ENTRY_NOT_FOUND", "entry"],
    ["TWO_FACTOR_NOT_FOUND", "two-factor token"],
    ["ENV_PROJECT_NOT_FOUND", "env project"],
    ["ENV_FILE_NOT_FOUND", "env file"],
  ] as const)
    expect(goneText(code)).toMatch(new RegExp(`^This ${kind} is no longer here: .* restore it there\\.$`));
  expect(goneText("TEAM_NOT_FOUND")).toMatch(/Ask one of its owners\.$/);
  expect(goneText("SESSION_NOT_FOUND")).toBeUndefined();
});

test("only in a team may it be one's role that no longer reaches it", async () => {
  const textAt = async (pathname: string) => {
    vi.resetModules();
    vi.stubGlobal("window", { location: { pathname } });
    return (await import("@/lib/client/http/gone")).goneText("ENV_FILE_NOT_FOUND");
  };
  expect(await textAt("/envs")).toBe(
    "This env file is no longer here: it was deleted or moved. If it is in the trash, restore it there.",
  );
  expect(await textAt(`/teams/${id}/envs`)).toBe(
    "This env file is no longer here: it was deleted or moved, or your role no longer reaches it. If it is in the trash, restore it there.",
  );
});

test("once something turns out to be gone, the lists that are shown are asked for anew", async () => {
  const client = cacheWith([[entriesQuery.queryKey, [listedEntry({ id })]]]);
  tellAndAskOnceGone(client);
  show(client, entriesQuery);
  const asked = vaultThat(({ what }) => (what.startsWith("POST") ? refused(404, "ENTRY_NOT_FOUND") : json([])));
  await expect(call(revealEntry, { params: { id } })).rejects.toMatchObject({
    code: "ENTRY_NOT_FOUND",
    message: goneText("ENTRY_NOT_FOUND"),
  });
  await vi.waitFor(() => expect(client.getQueryData(entriesQuery.queryKey)).toEqual([]));
  expect(asked.map(({ what }) => what)).toEqual([`POST /entries/${id}/reveal`, "GET /entries"]);
});

test("what is gone itself is not asked for again and again", async () => {
  const query = envProjectQuery(id);
  const client = cacheWith([
    [query.queryKey, { data: { id }, etag: null }],
    [entriesQuery.queryKey, []],
  ]);
  tellAndAskOnceGone(client);
  show(client, query);
  show(client, entriesQuery);
  const asked = vaultThat(({ what }) => (what === "GET /entries" ? json([]) : refused(404, "ENV_PROJECT_NOT_FOUND")));
  await client.invalidateQueries({ queryKey: query.queryKey });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(asked.map(({ what }) => what).toSorted()).toEqual(["GET /entries", `GET /envs/${id}`]);
});

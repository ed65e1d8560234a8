import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { changeEach, planned, type Change } from "@/components/entries/selection/change-plan";
import ChangeSelected from "@/components/entries/selection/change-selected";
import DeleteSelected from "@/components/entries/selection/delete-selected";
import type * as selectionWords from "@/components/entries/selection/partly-done";
import { partlyDone } from "@/components/entries/selection/partly-done";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { cacheWith, rendered } from "../../../support/components/rendered";
import { json, refused, type Sent, vaultThat } from "../../../support/components/vault-that";
import { listedEntry } from "../../../support/rows/listed-entry";

const page = vi.hoisted(() => ({ path: "/vault", onConfirm: (): unknown => undefined, said: "" }));
vi.mock("@/components/ui/dialogs/confirm-dialog", async () => {
  const { createElement, Fragment } = await import("react");
  return {
    ConfirmDialog({ onConfirm, children }: { onConfirm: () => unknown; children: unknown }) {
      page.onConfirm = onConfirm;
      return createElement(Fragment, null, children as never);
    },
  };
});
// Nothing is rendered again, so what a dialog comes to say is taken where it is put into words.
vi.mock("@/components/entries/selection/partly-done", async (original) => {
  const { partlyDone } = await original<typeof selectionWords>();
  return { partlyDone: (...given: Parameters<typeof partlyDone>) => (page.said = partlyDone(...given)) };
});
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => page.path }));

beforeEach(() => void (page.path = "/vault"));
afterEach(() => vi.unstubAllGlobals());

const shop: Change = { name: "shop", categoryId: undefined, environment: undefined };
const entries = ["a", "b", "c"].map((id) => listedEntry({ id }));
const idOf = ({ what }: Sent) => what.split("/").at(-1)?.replace(/\?.*/, "") ?? "";
const atOf = ({ headers }: Sent) => headers.get("If-Match");

/** A vault that has these entries now, and refuses what is meant for another version, or for one that is gone. */
const vaultWith = (now: readonly ListedEntry[], lost: readonly string[] = []) =>
  vaultThat((sent) => {
    if (sent.what === "GET /entries") return json(now);
    const entry = now.find(({ id }) => id === idOf(sent));
    if (lost.includes(idOf(sent))) return "lost";
    if (!entry) return refused(404, "ENTRY_NOT_FOUND");
    if (atOf(sent) !== `"${entry.version}"`) return refused(412, "CHANGED_MEANWHILE");
    return sent.what.startsWith("DELETE") ? new Response(null, { status: 204 }) : json(entry);
  });

const oneChanged =
  "One of the others was changed in another tab or by someone else after you opened it here, so nothing was done to it. Close this dialog to see how it is now, or press the button again to go ahead with what you have here.";
const idsOf = (listed: readonly ListedEntry[]) => listed.map(({ id }) => id).sort();

describe("changing several entries", () => {
  test("goes on with what others changed, at its version of now", async () => {
    const now = [entries[0], { ...entries[1], version: 7, notes: "theirs" }, entries[2]] as ListedEntry[];
    const sent = vaultWith(now);
    const first = await changeEach(cacheWith(), planned(entries, shop), shop, {});
    expect(first.reason).toMatchObject({ code: "CHANGED_MEANWHILE" });
    expect(first.failed).toContainEqual(now[1]);
    const second = await changeEach(cacheWith(), planned(first.failed, shop), shop, {});
    expect(second.failed).toEqual([]);
    expect(sent.filter((one) => idOf(one) === "b").map(atOf)).toEqual(['"1"', '"7"']);
  });

  test("says what others changed, whatever stopped it", async () => {
    for (const lost of [[], ["a"]]) {
      vaultWith([entries[0], { ...entries[1], version: 7 }, entries[2]] as ListedEntry[], lost);
      const outcome = await changeEach(cacheWith(), planned(entries, shop), shop, {});
      expect(partlyDone(outcome, "changed", entries)).toContain(oneChanged);
    }
  });

  test("leaves out what is gone, and counts it", async () => {
    vaultWith(entries.slice(1));
    const { done, failed, gone } = await changeEach(cacheWith(), planned(entries, shop), shop, {});
    expect([done, failed, gone].map(idsOf)).toEqual([["b", "c"], [], ["a"]]);
  });

  test("counts as done what has the change already, its answer having been lost", async () => {
    const now = entries.map((entry) => ({ ...entry, ...(entry.id === "a" && { name: "shop", version: 2 }) }));
    vaultWith(now, ["a"]);
    const { done, failed, gone } = await changeEach(cacheWith(), planned(entries.slice(0, 1), shop), shop, {});
    expect([done, failed, gone].map(idsOf)).toEqual([["a"], [], []]);
  });
});

describe("deleting several entries", () => {
  test("keeps selected only what is still there, and says what happened", async () => {
    const now = [{ ...entries[1], version: 7 }] as ListedEntry[];
    vaultWith(now);
    const onDone = vi.fn();
    const client = cacheWith([[queryKeys.entries, entries]]);
    rendered(createElement(DeleteSelected, { entries, onDone, onClose: () => undefined }), client);
    expect(await page.onConfirm()).toBe(false);
    expect(onDone).toHaveBeenLastCalledWith(["b"]);
    expect(client.getQueryData(queryKeys.entries)).toEqual(now);
  });

  test("says what others changed also if something else stopped it, as a second try deletes that too", async () => {
    const five = ["a", "b", "c", "d", "e"].map((id) => listedEntry({ id }));
    const after = async (...changed: string[]) => {
      vaultWith(
        ["a", "d", "e"].map((id) => listedEntry({ id, version: changed.includes(id) ? 7 : 1 })),
        ["a", "d"],
      );
      const dialog = createElement(DeleteSelected, { entries: five, onDone: vi.fn(), onClose: vi.fn() });
      rendered(dialog, cacheWith([[queryKeys.entries, five]]));
      await page.onConfirm();
      return page.said;
    };
    const stopped = "2 entries of 5 were deleted. The vault can't be reached: check the connection, then try again.";
    expect(await after()).toBe(stopped);
    expect(await after("e")).toBe(`${stopped} ${oneChanged}`);
    expect(await after("d", "e")).toBe(
      `${stopped} 2 of the others were changed in another tab or by someone else after you opened them here, so nothing was done to them. Close this dialog to see how they are now, or press the button again to go ahead with what you have here.`,
    );
  });
});

const team = { id: "t", name: "Payments", role: "editor", projects: null, environments: null };
const dialogFor = (reach: object): string => {
  page.path = "/teams/t/vault";
  const client = cacheWith([
    [queryKeys.entries, entries],
    [queryKeys.categories, []],
    [queryKeys.teams, [{ ...team, ...reach }]],
  ]);
  return rendered(createElement(ChangeSelected, { entries, onDone: vi.fn(), onClose: vi.fn() }), client);
};

describe("what several entries can be changed to", () => {
  test("is all there is for whoever has no limits", () => {
    const dialog = dialogFor({});
    expect(
      ["Development", "Staging", "Production", "None", "New project…"].filter((one) => !dialog.includes(one)),
    ).toEqual([]);
  });

  test("is what one's role reaches", () => {
    const dialog = dialogFor({ projects: ["billing", "shop"], environments: ["staging"] });
    expect(dialog).toContain("Staging");
    expect(dialog).toContain(">shop<");
    expect(["Development", "Production", ">None<", "New project…"].filter((one) => dialog.includes(one))).toEqual([]);
  });
});

import { afterEach, expect, test, vi } from "vitest";
import { useUndoDeletion } from "@/components/history/use-deleted-notice";
import { toastStore } from "@/components/ui/toasts/toast";
import { cacheWith, hookIn } from "../../../support/components/rendered";
import { json, refused, vaultThat } from "../../../support/components/vault-that";

afterEach(() => vi.unstubAllGlobals());

const ids = Array.from({ length: 10 }, (_, index) => `e${index}`);
const undo = () => hookIn(cacheWith(), useUndoDeletion)({ ids, name: "10 entries" });
const idOf = (what: string) => /trash\/(\w+)\//.exec(what)?.[1] ?? "";
const shown = () => toastStore.current().at(-1);

test("undoing that stops midway tells how many were not restored, and goes on with these alone", async () => {
  let down = true;
  const sent = vaultThat(({ what }) => {
    if (what === "GET /entries") return json([]);
    return down && idOf(what) === "e8" ? "lost" : json({ id: idOf(what), kind: "two-factor-token" });
  });
  await undo();
  expect(shown()?.message).toMatch(/^[12] of 10 entries w(as|ere) not restored\. The vault can't be reached/);
  expect(shown()?.action?.label).toBe("Try again");
  const before = sent.length;
  down = false;
  shown()?.action?.onSelect();
  await vi.waitFor(() => expect(shown()?.message).toBe("10 entries were restored"));
  const again = sent.slice(before).map(({ what }) => idOf(what));
  expect(again).toContain("e8");
  expect(again).not.toContain("e0");
});

test("several of which one is no longer in the trash are restored but for that one", async () => {
  const sent = vaultThat(({ what }) =>
    idOf(what) === "e0" ? refused(404, "TRASH_ITEM_NOT_FOUND") : json({ id: idOf(what), kind: "two-factor-token" }),
  );
  await undo();
  expect(sent).toHaveLength(10);
  expect(shown()?.message).toBe(
    "1 of 10 entries is not in the trash: already restored or permanently deleted, or this vault has no trash.",
  );
});

test("what was no longer in the trash is still told once a second try has restored the rest", async () => {
  let down = true;
  vaultThat(({ what }) => {
    if (idOf(what) === "e0") return refused(404, "TRASH_ITEM_NOT_FOUND");
    return down && idOf(what) === "e8" ? "lost" : json({ id: idOf(what), kind: "two-factor-token" });
  });
  await undo();
  expect(shown()?.action?.label).toBe("Try again");
  down = false;
  shown()?.action?.onSelect();
  await vi.waitFor(() => expect(shown()?.message).toMatch(/^1 of 10 entries is not in the trash/));
});

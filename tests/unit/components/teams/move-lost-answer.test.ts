import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import MoveDialog from "@/components/teams/moving/move-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Movable } from "@/lib/client/vaults/moving";
import { cacheWith, isStale, rendered } from "../../../support/components/rendered";
import { type Answer, json, refused, vaultThat } from "../../../support/components/vault-that";

const dialog = vi.hoisted(() => ({ onConfirm: (): Promise<unknown> => Promise.resolve() }));
vi.mock("@/components/ui/dialogs/confirm-dialog", () => ({
  ConfirmDialog({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
    dialog.onConfirm = onConfirm;
    return null;
  },
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/vault" }));
afterEach(() => vi.unstubAllGlobals());

const team = { id: "t", name: "Payments", role: "owner", projects: null, environments: null };
const thing: Movable = { kind: "two-factor-token", ids: ["a", "b"], name: "2 two-factor tokens" };

function open(answers: Record<string, () => Answer>) {
  const client = cacheWith([
    [queryKeys.teams, [team]],
    [queryKeys.twoFactor, []],
  ]);
  vaultThat(({ what }) => answers[what]?.() ?? refused(500, "INTERNAL_ERROR"));
  rendered(createElement(MoveDialog, { thing, onMoved: undefined, onClose: () => undefined }), client);
  return client;
}
const told = () => toastStore.current().at(-1)?.message;
const moved = "2 two-factor tokens were moved to Payments";

test("a move whose answer got lost is told as done if nothing of it is here any more", async () => {
  open({ "POST /transfer": () => "lost", "GET /2fa": () => json([{ id: "other" }]) });
  await dialog.onConfirm();
  expect(told()).toBe(moved);
});

test("trying again tells it too, if the vault could not say so at first", async () => {
  const answers = [() => "lost" as const, () => refused(404, "TWO_FACTOR_NOT_FOUND")];
  let back = false;
  const client = open({
    "POST /transfer": () => (answers.shift() ?? (() => "lost" as const))(),
    "GET /2fa": () => (back ? json([]) : "lost"),
  });
  await expect(dialog.onConfirm()).rejects.toThrow(/may have been moved anyway/);
  expect(isStale(client, queryKeys.twoFactor)).toBe(true);
  back = true;
  await dialog.onConfirm();
  expect(told()).toBe(moved);
});

test("what was moved or deleted by others is not claimed, and what is left has to be chosen anew", async () => {
  let here: object[] = [];
  const client = open({ "POST /transfer": () => refused(404, "TWO_FACTOR_NOT_FOUND"), "GET /2fa": () => json(here) });
  await expect(dialog.onConfirm()).rejects.toThrow(/moved or deleted in the meantime/);
  expect(isStale(client, queryKeys.twoFactor)).toBe(true);
  here = [{ id: "b" }];
  await expect(dialog.onConfirm()).rejects.toThrow(/Some of it is no longer here, so nothing was moved/);
});

test("a move that did not happen can simply be tried again", async () => {
  open({ "POST /transfer": () => "lost", "GET /2fa": () => json([{ id: "a" }, { id: "b" }]) });
  await expect(dialog.onConfirm()).rejects.toThrow("The vault can't be reached: check the connection, then try again");
});

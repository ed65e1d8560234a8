import { createElement, type ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import DeleteTeamDialog from "@/components/teams/delete-team-dialog";
import RemoveMemberDialog from "@/components/teams/members/remove-member-dialog";
import MoveDialog from "@/components/teams/moving/move-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Member } from "@/lib/contracts/people/members";
import type { Team } from "@/lib/contracts/people/teams";
import { cacheWith, isStale, rendered } from "../../../support/components/rendered";
import { json, vaultThat } from "../../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true, goTo: vi.fn<(path: string) => void>() }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));
vi.mock("@/lib/client/hooks/address/use-go-to", () => ({ useGoTo: () => page.goTo }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/vault" }));

const dialog = vi.hoisted(() => ({ onConfirm: (): Promise<unknown> => Promise.resolve() }));
vi.mock("@/components/ui/dialogs/confirm-dialog", () => ({
  ConfirmDialog({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
    dialog.onConfirm = onConfirm;
    return null;
  },
}));

const team = { id: "t", name: "Payments", role: "owner", projects: null, environments: null } as unknown as Team;
const member = { userId: "u", email: "ada@example.com", name: "Ada", role: "owner" } as unknown as Member;
const done = vi.fn<(what: string) => void>();
const told = () => toastStore.current().at(-1)?.message;

beforeEach(() => {
  page.isThere = false;
  vaultThat(({ what }) => (what === "POST /transfer" ? json({}) : new Response(null, { status: 204 })));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function open(part: ReactElement) {
  const client = cacheWith([[queryKeys.teams, [team]]]);
  rendered(part, client);
  return client;
}

const leaving = {
  "leaves a team": {
    part: createElement(RemoveMemberDialog, { team, member, self: true, onClose: () => done("closed") }),
    says: "You left Payments",
  },
  "deletes a team": {
    part: createElement(DeleteTeamDialog, { team, onClose: () => done("closed") }),
    says: "The team Payments was deleted",
  },
};
for (const [what, { part, says }] of Object.entries(leaving))
  test(`whoever ${what} is led away from its pages, but not from where they went before the vault has answered`, async () => {
    const client = open(part);
    await dialog.onConfirm();
    expect(told()).toBe(says);
    expect(page.goTo).not.toHaveBeenCalled();
    expect(done).not.toHaveBeenCalled();
    // So that another page of the team says that it is gone.
    expect(isStale(client, queryKeys.teams)).toBe(true);
    page.isThere = true;
    await dialog.onConfirm();
    expect(page.goTo).toHaveBeenCalledExactlyOnceWith("/", { activeVault: null });
    // On the way, nothing would close the dialog, and it could be confirmed again.
    expect(done).toHaveBeenCalledExactlyOnceWith("closed");
    expect(done).toHaveBeenCalledBefore(page.goTo);
  });

test("the page of what was moved is led away only while it is there, and the dialog over it closes in any case", async () => {
  const thing = { kind: "env-project", ids: ["p"], name: "checkout" } as const;
  open(createElement(MoveDialog, { thing, onMoved: () => done("moved"), onClose: () => done("closed") }));
  await dialog.onConfirm();
  expect(told()).toBe("checkout was moved to Payments");
  expect(done.mock.calls).toEqual([["closed"]]);
  page.isThere = true;
  await dialog.onConfirm();
  expect(done.mock.calls).toEqual([["closed"], ["closed"], ["moved"]]);
});

import type { QueryClient } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import DeleteAccountDialog from "@/components/settings/account/delete-account-dialog";
import DeleteTeamDialog from "@/components/teams/delete-team-dialog";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { cacheWith, isStale, rendered } from "../../../support/components/rendered";
import { json, refused, vaultThat } from "../../../support/components/vault-that";

const dialog = vi.hoisted(() => ({ onConfirm: (): unknown => undefined }));
vi.mock("@/components/ui/dialogs/confirm-dialog", () => ({
  ConfirmDialog({ onConfirm }: { onConfirm: () => unknown }) {
    dialog.onConfirm = onConfirm;
    return null;
  },
}));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
}));

beforeEach(() =>
  vi.stubGlobal("window", { location: { origin: "https://vault.example.com", pathname: "/" }, isSecureContext: true }),
);
afterEach(() => vi.unstubAllGlobals());

const part = (type: unknown, props: object): ReactElement => createElement(type as () => null, props);
const onClose = () => undefined;

/** Whether the outcome was looked up again. */
type HasLooked = (asked: readonly string[], cache: QueryClient) => boolean | undefined;
const deletions: [name: string, dialog: ReactElement, sends: string, hasLooked: HasLooked, advice: string][] = [
  [
    "a team",
    part(DeleteTeamDialog, { team: { id: "t", name: "Payments" }, onClose }),
    "DELETE /teams/t",
    (_, cache) => isStale(cache, queryKeys.teams),
    "The team may still be deleted",
  ],
  [
    "an account",
    part(DeleteAccountDialog, { onClose }),
    "DELETE /account",
    (asked) => asked.includes("GET /auth/session"),
    "Your account may still be deleted",
  ],
];

describe.each(deletions)("%s whose deletion got no answer", (_, part, sends, hasLooked, advice) => {
  const confirm = async (answer: ReturnType<Parameters<typeof vaultThat>[0]>) => {
    const sent = vaultThat(({ what }) => (what === sends ? answer : json({})));
    const cache = cacheWith([
      [queryKeys.session, { email: "ada@example.com" }],
      [queryKeys.teams, []],
    ]);
    rendered(part, cache);
    const message = await Promise.resolve(dialog.onConfirm()).then(
      () => "",
      (error: Error) => error.message,
    );
    const asked = sent.map(({ what }) => what);
    expect(asked[0]).toBe(sends);
    return { hasLooked: hasLooked(asked, cache), message };
  };

  test("is said to be gone perhaps, after a look", async () => {
    const { hasLooked, message } = await confirm("lost");
    expect(message).toMatch(/^The vault can't be reached: check the connection\. /);
    expect(message).toContain(advice);
    expect(hasLooked).toBe(true);
  });

  test("is not if the vault refused it", async () => {
    expect((await confirm(refused(403, "FORBIDDEN", "Not allowed"))).message).toMatch(/^Not allowed\.?$/);
  });
});

import { createElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import TeamNameDialog from "@/components/teams/team-name-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { filledForm } from "../../../support/components/filled-form";
import { rendered } from "../../../support/components/rendered";
import { json, vaultThat } from "../../../support/components/vault-that";

const led = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock("@/lib/client/hooks/address/use-go-to", () => ({ useGoTo: () => led }));
// The page on which the form was opened is gone by now.
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => false }));
vi.mock("@/components/ui/dialogs/form-dialog", () => ({ FormDialog: () => null }));

vi.mock("react-hook-form", async (original) => {
  const { withFilledForms } = await import("../../../support/components/filled-form");
  return withFilledForms(await original<typeof reactHookForm>());
});

const location = { pathname: "/vault", href: "https://vault.example.com/vault" };
beforeEach(() => vi.stubGlobal("window", { location: { ...location } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test("a new team is gone to from the page on which it was sent, wherever its form was opened", async () => {
  vaultThat(() => json({ id: "t", name: "Payments" }));
  rendered(createElement(TeamNameDialog, { onClose: () => undefined }));
  await filledForm.submit({ name: "Payments" });
  expect(led).toHaveBeenCalledExactlyOnceWith("/teams/t/settings");
});

test("whoever goes elsewhere before the vault has answered stays there, and is told", async () => {
  vaultThat(() => {
    window.location.pathname = "/2fa";
    return json({ id: "t", name: "Payments" });
  });
  rendered(createElement(TeamNameDialog, { onClose: () => undefined }));
  await filledForm.submit({ name: "Payments" });
  expect(led).not.toHaveBeenCalled();
  expect(toastStore.current().at(-1)?.message).toBe("The team Payments was created");
});

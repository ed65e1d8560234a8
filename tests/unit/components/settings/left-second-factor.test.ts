import { createElement, type ReactElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ReplaceCodesDialog from "@/components/settings/second-factor/replace-codes-dialog";
import SecondFactorSetupDialog from "@/components/settings/second-factor/second-factor-setup-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { filledForm } from "../../../support/components/filled-form";
import { rendered } from "../../../support/components/rendered";
import { type Answer, refused, vaultThat } from "../../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/settings" }));

vi.mock("react-hook-form", async (original) => {
  const { withFilledForms } = await import("../../../support/components/filled-form");
  return withFilledForms(await original<typeof reactHookForm>(), { setError: () => undefined });
});
vi.mock("@/components/ui/dialogs/dialog", () => ({ Dialog: ({ footer }: { footer: unknown }) => footer }));
vi.mock("@/components/ui/buttons/button", () => ({
  Button({ variant, type, onClick }: { variant?: string; type?: string; onClick?: () => void }) {
    if (variant === "primary" && type !== "submit" && onClick) filledForm.submit = onClick;
    return null;
  },
}));

const nothing = () => undefined;
const setup = { secret: "not-real", uri: "" };
const dialogs: Record<string, { part: ReactElement; lost: RegExp; isRefusalTold: boolean }> = {
  "new recovery codes": {
    part: createElement(ReplaceCodesDialog, { onReplaced: nothing, onClose: nothing }),
    lost: /^Create new codes: The vault can't be reached: .* Your current recovery codes may no longer work\./,
    isRefusalTold: true,
  },
  "a second factor": {
    part: createElement(SecondFactorSetupDialog, { setup, onConfirmed: nothing, onClose: nothing }),
    lost: /^The vault can't be reached: .* The second factor may be on anyway, .* If it is on, create new codes\./,
    // By the question before the form is left.
    isRefusalTold: false,
  },
};

beforeEach(() => {
  page.isThere = true;
  vi.stubGlobal("window", { location: { origin: "https://vault.example.com", pathname: "/settings" } });
});
afterEach(() => vi.unstubAllGlobals());

/** What is told elsewhere. */
async function toldAfter(part: ReactElement, answer: () => Answer, { left }: { left: boolean }) {
  const before = toastStore.current().length;
  page.isThere = true;
  vaultThat(answer);
  rendered(part);
  page.isThere = !left;
  filledForm.submit({ code: "123456" });
  await new Promise(setImmediate);
  return toastStore
    .current()
    .slice(before)
    .map(({ message }) => message);
}

test.each(Object.entries(dialogs))(
  "%s whose answer got lost after one left is told of elsewhere",
  async (_, dialog) => {
    const lost = () => "lost" as const;
    const refusal = () => refused(400, "VALIDATION_ERROR", "This code is wrong");
    expect(await toldAfter(dialog.part, lost, { left: false })).toEqual([]);
    expect(await toldAfter(dialog.part, lost, { left: true })).toEqual([expect.stringMatching(dialog.lost)]);
    expect(await toldAfter(dialog.part, refusal, { left: true })).toHaveLength(dialog.isRefusalTold ? 1 : 0);
  },
);

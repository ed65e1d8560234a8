import { createElement, type ReactElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CreateKeyDialog from "@/components/access-keys/create/create-key-dialog";
import ShareDialog from "@/components/sharing/share-dialog";
import InviteDialog from "@/components/teams/invitations/invite-dialog";
import TrustRuleDialog from "@/components/trust-rules/trust-rule-dialog";
import WebhookDialog from "@/components/webhooks/webhook-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { filledForm } from "../../support/components/filled-form";
import { rendered } from "../../support/components/rendered";
import { type Answer, refused, vaultThat } from "../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));
vi.mock("@/lib/client/session/sign-in/sign-in-path", () => ({ goToSignIn: () => undefined }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/" }));
vi.mock("react-hook-form", async (original) => {
  const { withFilledForms } = await import("../../support/components/filled-form");
  return withFilledForms(await original<typeof reactHookForm>(), {
    formState: { errors: {}, dirtyFields: {}, isDirty: true, isSubmitting: false },
    setError: () => undefined,
    getValues: () => ({ emails: "" }),
  });
});
vi.mock("@/components/ui/dialogs/form-dialog", () => ({ FormDialog: () => null }));

const location = { origin: "https://vault.example", href: "https://vault.example/settings" };
beforeEach(() => {
  const shown = { location: { ...location, pathname: "/settings" }, navigator: {}, isSecureContext: true };
  vi.stubGlobal("window", shown);
});
afterEach(() => vi.unstubAllGlobals());

type Form = { part: ReactElement; filledIn: object; says: string; lost: RegExp };
const nothing = () => undefined;
const form = (type: unknown, props: object, filledIn: object, says: string, lost = /anyway/): [string, Form] => [
  says,
  { part: createElement(type as () => null, { onClose: nothing, ...props }), filledIn, says, lost },
];

/** What is told elsewhere of what is answered to whoever leaves before, or stays. */
async function toldAfter({ part, filledIn }: Form, answer: () => Answer, { left = true } = {}): Promise<string[]> {
  const before = toastStore.current();
  page.isThere = true;
  window.location.pathname = "/settings";
  vaultThat(() => {
    page.isThere = !left;
    if (left) window.location.pathname = "/2fa";
    return answer();
  });
  rendered(part);
  await filledForm.submit(filledIn);
  return toastStore
    .current()
    .filter((one) => !before.includes(one))
    .map(({ message }) => message);
}
const lost = () => "lost" as const;
const refusal = () => refused(403, "FORBIDDEN", "Not allowed");
const ended = () => refused(401, "AUTH_REQUIRED", "Sign in");

const rule = {
  ...{ name: "deploy", audience: "https://vault.example", minutes: "15", scopes: ["entries:read"] },
  ...{ provider: "github", server: "", repository: "example/shop", kind: "branch", ref: "main" },
  ...{ issuer: "", claims: "", projects: [], projectText: "", environments: [] },
};
const webhook = { url: "https://hooks.example.com", events: ["entry"] };
const changed = { id: "w", version: 1, ...webhook };
const asking = [
  form(CreateKeyDialog, { onCreated: nothing }, { name: "deploy" }, "Create access key"),
  form(WebhookDialog, { onCreated: nothing }, webhook, "Add webhook"),
  form(WebhookDialog, { webhook: changed }, webhook, "Change webhook", /can't be reached/),
  form(TrustRuleDialog, { onCreated: nothing }, rule, "Add trust rule"),
  form(InviteDialog, { team: { id: "t", name: "Payments" }, onInvited: nothing }, {}, "Invite to Payments"),
];
const share = { text: () => Promise.resolve("not-real"), what: "It", onShared: nothing };
const choices = { passphrase: null, views: 1, expiresInHours: 24, hint: null };
const unasked = [form(ShareDialog, share, choices, "Make the link")];

test.each([...asking, ...unasked])("%s: whoever left is told that the answer got lost", async (_, one) => {
  expect(await toldAfter(one, lost, { left: false })).toEqual([]);
  const told = await toldAfter(one, lost);
  expect(told).toEqual([expect.stringMatching(`^${one.says}: The vault can't be reached`)]);
  expect(told[0]).toMatch(one.lost);
});

test.each(asking)("%s: a refusal is not told to whoever left knowing that it would not be", async (_, one) => {
  expect(await toldAfter(one, refusal)).toEqual([]);
});

test.each(unasked)("%s: a refusal is told to whoever left without a question", async (_, one) => {
  expect(await toldAfter(one, refusal, { left: false })).toEqual([]);
  expect(await toldAfter(one, refusal)).toEqual([`${one.says}: Not allowed.`]);
  // Sign-in says so.
  expect(await toldAfter(one, ended)).toEqual([]);
});

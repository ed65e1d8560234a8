import { createElement, type ReactElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CreateKeyDialog from "@/components/access-keys/create/create-key-dialog";
import RenameProject from "@/components/projects/list/rename-project";
import ChangePasswordDialog from "@/components/settings/account/change-password-dialog";
import EmailDialog from "@/components/settings/account/email-dialog";
import NameDialog from "@/components/settings/account/name-dialog";
import PasskeyNameDialog from "@/components/settings/passkeys/passkey-name-dialog";
import ShareDialog from "@/components/sharing/share-dialog";
import InviteDialog from "@/components/teams/invitations/invite-dialog";
import TeamNameDialog from "@/components/teams/team-name-dialog";
import TrustRuleDialog from "@/components/trust-rules/trust-rule-dialog";
import WebhookDialog from "@/components/webhooks/webhook-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { filledForm } from "../../../support/components/filled-form";
import { rendered } from "../../../support/components/rendered";
import { type Answer, refused, vaultThat } from "../../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));
vi.mock("@/lib/client/session/sign-in/sign-in-path", () => ({ goToSignIn: () => undefined }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/" }));
vi.mock("react-hook-form", async (original) => {
  const { withFilledForms } = await import("../../../support/components/filled-form");
  return withFilledForms(await original<typeof reactHookForm>(), {
    formState: { errors: {}, dirtyFields: {}, isDirty: true, isSubmitting: false },
    setError: () => undefined,
    getValues: () => ({ emails: "" }),
  });
});
const dialog = vi.hoisted(() => ({ onSubmit: (_: object): unknown => undefined }));
vi.mock("@/components/ui/dialogs/form-dialog", () => ({
  FormDialog({ onSubmit }: { onSubmit: (event: object) => unknown }) {
    dialog.onSubmit = onSubmit;
    return null;
  },
}));

const location = { origin: "https://vault.example", href: "https://vault.example/settings" };
beforeEach(() => {
  const shown = { location: { ...location, pathname: "/settings" }, navigator: {}, isSecureContext: true };
  vi.stubGlobal("window", shown);
});
afterEach(() => vi.unstubAllGlobals());

type Form = { part: ReactElement; filledIn: object | null; says: string; lost: RegExp };
const nothing = () => undefined;
const form = (type: unknown, props: object, filledIn: object | null, says: string, lost = /anyway/): [string, Form] => [
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
  await (filledIn ? filledForm.submit(filledIn) : dialog.onSubmit({ preventDefault: nothing }));
  return toastStore
    .current()
    .filter((one) => !before.includes(one))
    .map(({ message }) => message);
}
const lost = () => "lost" as const;
const refusal = () => refused(403, "FORBIDDEN", "Not allowed");
const ended = () => refused(401, "AUTH_REQUIRED", "Sign in");

const noAnswer = /can't be reached/;
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
  form(WebhookDialog, { webhook: changed }, webhook, "Change webhook", noAnswer),
  form(TrustRuleDialog, { onCreated: nothing }, rule, "Add trust rule"),
  form(InviteDialog, { team: { id: "t", name: "Payments" }, onInvited: nothing }, {}, "Invite to Payments"),
];
const share = { text: () => Promise.resolve("not-real"), what: "It", onShared: nothing };
const choices = { passphrase: null, views: 1, expiresInHours: 24, hint: null };
const unasked = [
  form(ShareDialog, share, choices, "Make the link"),
  form(RenameProject, { name: "billing" }, { from: "billing", to: "shop" }, "Rename project", noAnswer),
  form(TeamNameDialog, {}, { name: "Payments" }, "Create team"),
  form(TeamNameDialog, { team: { id: "t", name: "Pay" } }, { name: "Payments" }, "Rename team", noAnswer),
  form(ChangePasswordDialog, {}, { currentPassword: "not-real", newPassword: "" }, "Change password", noAnswer),
  form(EmailDialog, {}, { email: "ada@example.com" }, "Change e-mail address", noAnswer),
  form(NameDialog, { name: null }, { name: "Ada" }, "Change name", noAnswer),
  // No other one asks without `react-hook-form`.
  form(PasskeyNameDialog, { passkey: { id: "p", name: "Laptop" } }, null, "Rename passkey", noAnswer),
];

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

test("a project's name that is taken is told to whoever left: nobody merged the two", async () => {
  const taken = () => refused(409, "PROJECT_EXISTS", "A project with this name already exists");
  const [, rename] = form(RenameProject, { name: "billing" }, { from: "billing", to: "shop" }, "Rename project");
  expect(await toldAfter(rename, taken, { left: false })).toEqual([]);
  expect(await toldAfter(rename, taken)).toEqual(["Rename project: A project with this name already exists."]);
});

import type { QueryKey } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import type * as reactHookForm from "react-hook-form";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import CreateKeyDialog from "@/components/access-keys/create/create-key-dialog";
import RotateKeyDialog from "@/components/access-keys/rotate-key-dialog";
import ProjectDialog from "@/components/envs/project-dialog";
import SecondFactorSetupDialog from "@/components/settings/second-factor/second-factor-setup-dialog";
import ShareDialog from "@/components/sharing/share-dialog";
import InviteDialog from "@/components/teams/invitations/invite-dialog";
import RenameProject from "@/components/projects/list/rename-project";
import TeamNameDialog from "@/components/teams/team-name-dialog";
import TrustRuleDialog from "@/components/trust-rules/trust-rule-dialog";
import { SecretForm } from "@/components/two-factor/form/secret-form";
import WebhookDialog from "@/components/webhooks/webhook-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { linksQuery } from "@/lib/client/http/resources/links-api";
import { trustRulesQuery } from "@/lib/client/http/resources/trust-rules-api";
import { webhooksQuery } from "@/lib/client/http/resources/webhooks-api";
import { filledForm } from "../../../support/components/filled-form";
import { cacheWith, isStale, rendered } from "../../../support/components/rendered";
import { json, refused, vaultThat } from "../../../support/components/vault-that";

const form = vi.hoisted(() => ({
  setError: (..._: unknown[]): void => undefined,
  emails: "",
}));
vi.mock("react-hook-form", async (original) => {
  const { withFilledForms } = await import("../../../support/components/filled-form");
  return withFilledForms(await original<typeof reactHookForm>(), {
    formState: { errors: {}, dirtyFields: { name: true }, isDirty: true, isSubmitting: false },
    setError: (...given: unknown[]) => form.setError(...given),
    getValues: () => ({ emails: form.emails }),
  });
});
vi.mock("@/components/ui/dialogs/dialog", () => ({ Dialog: () => null }));
vi.mock("@/components/ui/dialogs/confirm-dialog", () => ({
  ConfirmDialog({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
    filledForm.submit = () =>
      onConfirm().catch((error: Error) => form.setError("root.server", { message: error.message }));
    return null;
  },
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn(), replace: vi.fn() }), usePathname: () => "/" }));

const setError = vi.fn();
beforeEach(() => {
  form.setError = setError;
  form.emails = "";
  vi.stubGlobal("window", { location: { origin: "https://vault.example.com", pathname: "/" }, isSecureContext: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setError.mockReset();
});

const nothing = () => undefined;
const part = (type: unknown, props: object): ReactElement => createElement(type as () => null, props);
const accessKey = { id: "k", name: "deploy", keyPrefix: "vk_not_a_key", previousKeyExpiresAt: null };

type Create = [
  name: string,
  part: ReactElement,
  filledIn: object,
  sends: string,
  list: QueryKey,
  advice: string,
  isSafe?: boolean,
];
const creates: Create[] = [
  [
    "an access key",
    part(CreateKeyDialog, { onCreated: nothing, onClose: nothing }),
    { name: "deploy" },
    "POST /access-keys",
    queryKeys.accessKeys,
    "If it is in the list, revoke it before you create another.",
  ],
  [
    "a key that is rotated",
    part(RotateKeyDialog, { accessKey, onRotated: nothing, onClose: nothing }),
    {},
    "POST /access-keys/k/rotate",
    queryKeys.accessKeys,
    "a second rotation ends the previous key at once",
  ],
  [
    "a two-factor token",
    part(SecretForm, {
      id: "f",
      onPendingChange: nothing,
      onTyped: nothing,
      onSeveral: nothing,
      onAdded: nothing,
    }),
    { service: "Example", accountName: "ada", secret: "JBSWY3DPEHPK3PXP", type: "totp" },
    "POST /2fa",
    queryKeys.twoFactor,
    "Check the list before you try again",
  ],
  [
    "an env project",
    part(ProjectDialog, { onClose: nothing }),
    { name: "billing", description: "" },
    "POST /envs",
    queryKeys.envProjects,
    "Check the list before you try again",
    true,
  ],
  [
    "a webhook",
    part(WebhookDialog, { onCreated: nothing, onClose: nothing }),
    { url: "https://hooks.example.com", events: ["entry"] },
    "POST /webhooks",
    webhooksQuery.queryKey,
    "delete it before you add it again",
  ],
  [
    "a trust rule",
    part(TrustRuleDialog, { onCreated: nothing, onClose: nothing }),
    {
      ...{ name: "deploy", audience: "https://vault.example.com", minutes: "15", scopes: ["entries:read"] },
      ...{ provider: "github", server: "", repository: "example/shop", kind: "branch", ref: "main" },
      ...{ issuer: "", claims: "", projects: [], projectText: "", environments: [] },
    },
    "POST /trust-rules",
    trustRulesQuery.queryKey,
    "Check the list before you try again",
  ],
  [
    "a team",
    part(TeamNameDialog, { onClose: nothing }),
    { name: "Payments" },
    "POST /teams",
    queryKeys.teams,
    "Check the vault menu before you try again",
  ],
  [
    "an invitation",
    part(InviteDialog, { team: { id: "t", name: "Payments" }, onInvited: nothing, onClose: nothing }),
    { role: "reader" },
    "POST /teams/t/invitations",
    queryKeys.invitations("t"),
    "If it is in the list, withdraw it before you create another.",
  ],
  [
    "a link that opens once",
    part(ShareDialog, { text: () => Promise.resolve("not-real"), what: "It", onShared: nothing, onClose: nothing }),
    { passphrase: null, views: 1, expiresInHours: 24, hint: null },
    "POST /links",
    linksQuery.queryKey,
    "You can revoke it in the settings",
  ],
  [
    "a second factor",
    part(SecondFactorSetupDialog, { setup: { secret: "not-real", uri: "" }, onConfirmed: nothing, onClose: nothing }),
    { code: "123456" },
    "POST /account/second-factor/confirm",
    queryKeys.account,
    "If it is on, create new codes",
  ],
];

const message = () => (setError.mock.calls.at(-1)?.[1] as { message: string } | undefined)?.message ?? "";

describe.each(creates)("%s", (_, dialog, filledIn, sends, list, advice, isSafe = false) => {
  const submit = async (answer: Parameters<typeof vaultThat>[0]) => {
    const client = cacheWith([[list, []]]);
    const sent = vaultThat(answer);
    rendered(dialog, client);
    await filledForm.submit(filledIn);
    return { client, create: sent.find(({ what }) => what === sends) };
  };

  test("may have been made although its answer got lost: the list is asked for anew, and the form says so", async () => {
    for (const [answer, why] of [
      ["lost", /^The vault can't be reached: check the connection\. /],
      [refused(502, "UNAVAILABLE", "The vault answered with status 502"), /^The vault answered with status 502\. /],
    ] as const) {
      const { client, create } = await submit(() => answer);
      expect(create?.headers.get("If-None-Match")).toBe(isSafe ? "*" : null);
      expect(isStale(client, list)).toBe(true);
      expect(message()).toMatch(why);
      expect(message()).toContain(advice);
      expect(message()).toMatch(/ may (have|be) .*anyway/);
      // It may be told elsewhere, where none is open.
      expect(message()).not.toContain("this dialog");
    }
  });

  test("that was refused was not made", async () => {
    await submit(() => refused(403, "FORBIDDEN", "Not allowed"));
    expect(message()).toMatch(/^Not allowed\.?$/);
  });
});

describe("invitations by e-mail", () => {
  const invite = async (answer: Parameters<typeof vaultThat>[0]) => {
    form.emails = "grace@example.com";
    const sent = vaultThat(answer);
    rendered(part(InviteDialog, { team: { id: "t", name: "Payments" }, onInvited: nothing, onClose: nothing }));
    await filledForm.submit({ role: "reader" });
    return sent.map(({ what }) => what);
  };

  test("that were not sent, since the members can't be had, are not said to be made perhaps", async () => {
    expect(await invite(() => "lost")).not.toContain("POST /teams/t/invitations");
    expect(message()).toMatch(/^The vault can't be reached/);
    expect(message()).not.toContain("anyway");
  });

  test("may have been made although an answer got lost", async () => {
    const sent = await invite(({ what }) => (what.startsWith("GET") ? json([]) : "lost"));
    expect(sent.at(-1)).toBe("POST /teams/t/invitations");
    expect(message()).toContain("may have been created anyway");
  });
});

describe("the name of an env project", () => {
  const [billing, shop] = ["billing", "shop"].map((name) => ({ id: name, name, description: "", version: 1 }));
  const open = (project?: object) => {
    rendered(part(ProjectDialog, { project, onClose: nothing }), cacheWith());
    return filledForm.submit({ name: "shop", description: "" });
  };
  const taken = "An env project with this name already exists: use it, or choose another name";

  test("that one has already is refused for a new one", async () => {
    vaultThat(() => refused(412, "CHANGED_MEANWHILE"));
    await open();
    expect(setError).toHaveBeenCalledWith("name", { type: "server", message: taken }, { shouldFocus: true });
  });

  test("that another one has is refused for a change, which is not sent", async () => {
    const sent = vaultThat(() => json({ data: [billing, shop] }));
    await open(billing);
    expect(sent.map(({ what }) => what)).toEqual(["GET /envs"]);
    expect(setError).toHaveBeenCalledWith("name", { type: "server", message: taken }, { shouldFocus: true });
  });
});

describe("a project whose new name got no answer", () => {
  const rename = async (names: readonly string[]) => {
    const client = cacheWith([[queryKeys.entries, []]]);
    vaultThat(({ what }) =>
      what === "GET /entries"
        ? json(names.map((name) => ({ name })))
        : what === "GET /envs"
          ? json({ data: [] })
          : "lost",
    );
    rendered(part(RenameProject, { name: "billing", onClose: nothing }), client);
    await filledForm.submit({ from: "billing", to: "shop" });
    return isStale(client, queryKeys.entries);
  };

  test("is told as renamed if nothing has the former one any more", async () => {
    await rename(["shop"]);
    expect(toastStore.current().at(-1)?.message).toBe("billing was renamed to shop");
    expect(setError).not.toHaveBeenCalled();
  });

  test("is not if something still has it, and its lists are asked for anew", async () => {
    expect(await rename(["billing", "shop"])).toBe(true);
    expect(message()).toMatch(/^The vault can't be reached/);
  });
});

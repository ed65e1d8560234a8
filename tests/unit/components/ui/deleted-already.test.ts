import type { QueryKey } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import DeleteFileDialog from "@/components/envs/delete-file-dialog";
import DeleteProjectDialog from "@/components/envs/delete-project-dialog";
import DeletePasskeyDialog from "@/components/settings/passkeys/delete-passkey-dialog";
import DeleteTokenDialog from "@/components/two-factor/delete-token-dialog";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import { toastStore } from "@/components/ui/toasts/toast";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { webhooksQuery } from "@/lib/client/http/resources/webhooks-api";
import { cacheWith, isStale, rendered } from "../../../support/components/rendered";
import { refused, vaultThat } from "../../../support/components/vault-that";

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

afterEach(() => vi.unstubAllGlobals());

const at = "2026-11-01T12:00:00.000Z";
const project = { id: "one", name: "billing", description: "", fileCount: 0, version: 1, createdAt: at, updatedAt: at };
const file = { id: "file", fileType: "env", version: 1 } as const;
const webhook = { id: "one", url: "https://hooks.example.com/vault", events: [], createdAt: at };
const onClose = () => undefined;
const part = (type: unknown, props: object): ReactElement => createElement(type as () => null, props);

const deletions: [name: string, part: ReactElement, code: string, queryKey: QueryKey, list: unknown, told: string][] = [
  [
    "a two-factor token",
    part(DeleteTokenDialog, {
      token: { id: "one", service: "Example", accountName: "ada", version: 1 },
      onDeleted: onClose,
      onClose,
    }),
    "TWO_FACTOR_NOT_FOUND",
    queryKeys.twoFactor,
    [],
    "Example (ada) was deleted",
  ],
  [
    "an env file",
    part(DeleteFileDialog, { project, file, onClose }),
    "ENV_FILE_NOT_FOUND",
    queryKeys.envProjects,
    { data: [project] },
    ".env of billing was deleted",
  ],
  [
    "an env file whose project is gone",
    part(DeleteFileDialog, { project, file, onClose }),
    "ENV_PROJECT_NOT_FOUND",
    queryKeys.envProjects,
    { data: [project] },
    ".env of billing was deleted",
  ],
  [
    "an env project",
    part(DeleteProjectDialog, { project, onClose }),
    "ENV_PROJECT_NOT_FOUND",
    queryKeys.envProjects,
    { data: [project] },
    "The env project billing was deleted",
  ],
  [
    "a passkey",
    part(DeletePasskeyDialog, { passkey: { id: "one", name: "Phone", createdAt: at }, onClose }),
    "PASSKEY_NOT_FOUND",
    queryKeys.passkeys,
    [],
    "The passkey Phone was deleted",
  ],
  [
    "a webhook",
    part(WebhookPage, { id: "one", first: webhook }),
    "WEBHOOK_NOT_FOUND",
    webhooksQuery.queryKey,
    [webhook],
    "The webhook hooks.example.com was deleted",
  ],
];

describe.each(deletions)("%s", (_, dialogOf, code, queryKey, list, told) => {
  test("that is gone already counts as deleted, and its list is asked for anew", async () => {
    const client = cacheWith([[queryKey, list]]);
    vaultThat(() => refused(404, code));
    rendered(dialogOf, client);
    await dialog.onConfirm();
    expect(toastStore.current().at(-1)?.message).toBe(told);
    expect(isStale(client, queryKey)).toBe(true);
  });

  test("that could not be deleted says why", async () => {
    vaultThat(() => refused(412, "CHANGED_MEANWHILE"));
    rendered(dialogOf, cacheWith([[queryKey, list]]));
    await expect(dialog.onConfirm()).rejects.toThrow();
  });
});

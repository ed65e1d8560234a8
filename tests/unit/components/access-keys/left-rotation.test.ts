import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import RotateKeyDialog from "@/components/access-keys/rotate-key-dialog";
import { toastStore } from "@/components/ui/toasts/toast";
import type { AccessKey, CreatedAccessKey } from "@/lib/contracts/access/access-keys";
import { rendered } from "../../../support/components/rendered";
import { json, vaultThat } from "../../../support/components/vault-that";

const page = vi.hoisted(() => ({ isThere: true }));
vi.mock("@/lib/client/hooks/use-is-there", () => ({ useIsThere: () => () => page.isThere }));

type Confirm = { onConfirm: () => Promise<unknown>; onOpenChange: () => void };
const dialog = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock("@/components/ui/dialogs/confirm-dialog", () => ({
  ConfirmDialog(props: unknown) {
    dialog.current = props;
    return null;
  },
}));

afterEach(() => vi.unstubAllGlobals());

const accessKey = { id: "k", name: "deploy", keyPrefix: "vk_not_a_key", previousKeyExpiresAt: null } as AccessKey;
const onRotated = vi.fn<(accessKey: CreatedAccessKey) => void>();
const onClose = vi.fn<() => void>();

async function rotate() {
  vaultThat(() => json({ ...accessKey, key: "not-real" }));
  rendered(createElement(RotateKeyDialog, { accessKey, onRotated, onClose }));
  await (dialog.current as Confirm).onConfirm();
}

test("a key that is rotated while another page is on its way is told of as never shown, and then isn't", async () => {
  page.isThere = false;
  await rotate();
  expect(toastStore.current().at(-1)?.message).toMatch(/^deploy was rotated, but the new key was never shown/);
  expect(onClose).toHaveBeenCalledOnce();
  (dialog.current as Confirm).onOpenChange();
  expect(onRotated).not.toHaveBeenCalled();
});

test("a new key is shown to whoever stayed, when the question closes", async () => {
  page.isThere = true;
  await rotate();
  (dialog.current as Confirm).onOpenChange();
  expect(onRotated).toHaveBeenCalledOnce();
});

import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { exactTime } from "@/lib/client/words/dates";
import type { CallOptions } from "@/lib/client/http/call";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { Version } from "./version-row";

/** `over`: what is current. Only if it still is, the version is restored. */
export type RestoreVersion = {
  over: { version: number };
  send: (version: number, only: CallOptions) => Promise<unknown>;
};

/** Nothing is lost by it: what is current now becomes a former version. */
export function RestoreVersionDialog({
  version,
  name,
  noun,
  restore,
  onClose,
}: {
  version: Version;
  name: string;
  noun: string;
  restore: RestoreVersion;
  onClose: () => void;
}) {
  const atShown = useShownVersion(restore.over);
  async function confirm() {
    await atShown((only) => restore.send(version.version, only));
    toast.success(`${name} has the ${noun} of version ${version.version} again`);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Restore version ${version.version}?`}
      confirmLabel="Restore version"
      tone="primary"
      onConfirm={confirm}
    >
      <p>
        <strong className="font-semibold break-words">{name}</strong> gets the {noun} that it had on{" "}
        {exactTime(version.createdAt)}. This makes a new version.
      </p>
      <p>The {noun} that it has now stays in the history.</p>
    </ConfirmDialog>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteEnvProject } from "@/lib/client/http/api";
import { orGone } from "@/lib/client/http/or-gone";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import { useRefreshProjects } from "./use-refresh-projects";

/** `onDeleted`: for the project's own page, which is left afterwards, unless somebody already has. */
export default function DeleteProjectDialog({
  project,
  onDeleted,
  onClose,
}: {
  project: EnvProject;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const { id, name, fileCount } = project;
  const goTo = useGoTo();
  const client = useQueryClient();
  const isThere = useIsThere();
  const refresh = useRefreshProjects();
  const tellDeleted = useDeletedNotice();
  const atShown = useShownVersion(project);
  // The card that opened this no longer exists.
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  async function confirm() {
    await orGone(
      atShown((only) => deleteEnvProject({ params: { id } }, only)),
      "ENV_PROJECT_NOT_FOUND",
    );
    tellDeleted({ ids: [id], name: `The env project ${name}`, message: `The env project ${name} was deleted` });
    if (onDeleted && isThere()) {
      onDeleted();
      // Only the list: the project itself is gone, but still on the screen for a moment.
      await client.invalidateQueries({ queryKey: queryKeys.envProjects, exact: true });
      if (!isThere()) return;
      // The dialog need not wait for the list's page.
      onClose();
      goTo("/envs", { replace: true });
      return;
    }
    await refresh();
    focus.arm();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the env project ${name}?`}
      confirmLabel="Delete env project"
      onConfirm={confirm}
    >
      <p>
        {fileCount === 0 ? (
          "It has no files."
        ) : fileCount === 1 ? (
          <>
            <strong>1 file</strong> and everything in it is deleted with it.
          </>
        ) : (
          <>
            <strong>{fileCount} files</strong> and everything in them are deleted with it.
          </>
        )}
      </p>
      <p>You can restore {fileCount === 0 ? "it" : "them together"} from the trash.</p>
    </ConfirmDialog>
  );
}

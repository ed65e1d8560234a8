"use client";

import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteEnvFile } from "@/lib/client/http/api";
import { orGone } from "@/lib/client/http/or-gone";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { EnvFile, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { fileName } from "@/lib/client/words/file-names";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { useRefreshProjects } from "./use-refresh-projects";

export default function DeleteFileDialog({
  project,
  file,
  onClose,
}: {
  project: EnvProjectWithFiles;
  file: EnvFile;
  onClose: () => void;
}) {
  const refresh = useRefreshProjects();
  const tellDeleted = useDeletedNotice();
  const atShown = useShownVersion(file);
  const name = fileName(file.fileType);
  // The menu that opened this no longer exists.
  const focus = useFocusAfter('main [role="tab"][aria-selected="true"]');
  async function confirm() {
    await orGone(
      atShown((only) => deleteEnvFile({ params: { id: project.id, fileId: file.id } }, only)),
      "ENV_FILE_NOT_FOUND",
      "ENV_PROJECT_NOT_FOUND",
    );
    await refresh();
    const what = `${name} of ${project.name}`;
    tellDeleted({ ids: [file.id], name: what, message: `${what} was deleted` });
    focus.arm();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name} of ${project.name}?`}
      confirmLabel="Delete file"
      onConfirm={confirm}
    >
      <p>
        This deletes <strong className="font-mono">{name}</strong> and all variables in it. The other files of{" "}
        {project.name} stay.
      </p>
      <p>You can restore it from the trash.</p>
    </ConfirmDialog>
  );
}

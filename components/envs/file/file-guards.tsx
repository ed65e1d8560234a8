import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { lookUpIn } from "@/components/references/look-up";
import { fileName } from "@/lib/client/words/file-names";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import type { EnvFile, EnvFileType } from "@/lib/contracts/vault/envs";
import { newProblems } from "../problems/problems";
import { UnsavedDialog } from "../problems/unsaved-dialog";
import { useDraftStore } from "./opening/use-draft-store";
import { useFollowedFile } from "./opening/use-followed-file";
import { useLeaveGuard } from "@/lib/client/hooks/address/use-leave-guard";
import type { Guard, Leaving } from "./leaving";
import type { OpenFileControl } from "./opening/open-file";
import { useAutoHide } from "./use-auto-hide";

export type FileGuardsProps = {
  projectId: string;
  fileType: EnvFileType;
  /** The file as the vault lists it. */
  existing: EnvFile | undefined;
  open: OpenFileControl;
  guard: Guard;
  leaving: Leaving | undefined;
  onAnswered: () => void;
};

/** Guards an open file: nothing typed is lost, and nothing stays on the screen unattended. */
export function FileGuards({ projectId, fileType, existing, open, guard, leaving, onAnswered }: FileGuardsProps) {
  const { file, unsaved, saving = false, gone, hide, close, save } = open;
  const { may } = useRights();
  // The editor has loaded them already.
  const entries = useQuery({ ...entriesQuery, enabled: leaving !== undefined && may("entries:read") });
  const lookUp = useMemo(() => entries.data && lookUpIn(entries.data), [entries.data]);
  useFollowedFile(existing, open);
  useLeaveGuard(unsaved, guard);
  useDraftStore(projectId, file);
  useAutoHide({ open: file !== undefined && !file.concealed, unsaved, hide });
  // A file that was chosen is nothing to ask about any more, but is opened.
  const replace = useEffectEvent(() => {
    if (!leaving?.replaces || unsaved) return;
    onAnswered();
    leaving.proceed();
  });
  useEffect(() => replace(), [leaving, unsaved]);
  if (!leaving || !file || !unsaved) return null;
  return (
    <UnsavedDialog
      name={fileName(fileType)}
      problems={newProblems(file.draft, file.saved, lookUp)}
      replaces={existing !== undefined}
      saving={saving}
      gone={gone}
      onSave={save}
      onClose={onAnswered}
      onProceed={() => {
        onAnswered();
        // What replaces the text needs the version that it was just saved as; the answer that is still to come is for no file.
        if (!leaving.replaces || saving) close();
        leaving.proceed();
      }}
    />
  );
}

import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toasts/toast";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { pageEndStore } from "@/lib/client/session/end/page-end";
import { dropDraft, storeDraft } from "./draft-store";
import { fileName } from "@/lib/client/words/file-names";
import { isUnsaved, type OpenFile } from "./open-file";

/** If the page is left with unsaved text, keeps the text for a while and offers the way back. */
export function useDraftStore(projectId: string, file: OpenFile | undefined): void {
  const goTo = useGoTo();
  const latest = useRef({ file, goTo });
  useEffect(() => {
    latest.current = { file, goTo };
  });
  useEffect(() => {
    // It was taken over by this page's initial state.
    dropDraft(projectId);
    return () => {
      const { file: left, goTo: back } = latest.current;
      // Nothing is kept of an ended session.
      if (!left || !isUnsaved(left) || pageEndStore.current()) return;
      storeDraft(projectId, left);
      toast.info(`Unsaved changes to ${fileName(left.fileType)} are kept for 5 minutes`, {
        action: { label: "Go back", onSelect: () => back(`/envs/${projectId}`) },
      });
    };
  }, [projectId]);
}

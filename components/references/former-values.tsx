import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { toast } from "@/components/ui/toasts/toast";
import { entryUsesQuery } from "@/lib/client/http/resources/references-api";
import type { EntryUses } from "@/lib/contracts/vault/references";
import { FormerFiles } from "./former-files";
import { useRelinking } from "./use-relinking";
import { filesWith, holdFormer, linkingDoes, linkLabel } from "./uses-words";

type FormerValuesProps = { entryId: string; name: string; onClose: () => void };

/** After an entry got another value: the files that hold the former one, and one step to link them. Nothing if none does. */
export default function FormerValues(props: FormerValuesProps) {
  const { data: uses, isError } = useQuery({ ...entryUsesQuery(props.entryId), gcTime: 0 });
  // What was found first stays: the list shrinks as files are linked.
  const [files, setFiles] = useState<EntryUses["files"]>();
  if (uses && !files) setFiles(filesWith(uses, "outdated"));
  const none = files ? files.length === 0 : isError;
  const close = useEffectEvent(props.onClose);
  useEffect(() => {
    if (none) close();
  }, [none]);
  return files && files.length > 0 ? <MendDialog {...props} files={files} /> : null;
}

function MendDialog({ entryId, name, files, onClose }: FormerValuesProps & { files: EntryUses["files"] }) {
  const mending = useRelinking(entryId, files);
  const { progress, chosen, failed, pending, link } = mending;
  async function linkAll() {
    if (!(await link())) return;
    toast.success(`${chosen.length === 1 ? "1 file was" : `${chosen.length} files were`} linked to ${name}`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={holdFormer(files.length)}
      description={linkingDoes(files.length, name)}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            {progress.size > 0 ? "Close" : "Not now"}
          </Button>
          <Button variant="primary" pending={pending} disabled={chosen.length === 0} onClick={() => void linkAll()}>
            {linkLabel(files.length, failed)}
          </Button>
        </>
      }
    >
      <FormerFiles files={files} mending={mending} />
    </Dialog>
  );
}

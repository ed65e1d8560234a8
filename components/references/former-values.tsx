import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, FileText } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { fileName } from "@/lib/client/file-names";
import { describeError } from "@/lib/client/http/describe-error";
import { entriesQuery } from "@/lib/client/http/queries";
import { queryKeys } from "@/lib/client/http/query-keys";
import { entryUsesQuery } from "@/lib/client/http/references-api";
import type { EntryUses } from "@/lib/contracts/references";
import { lookUpIn } from "./look-up";
import { mendFile } from "./mend-file";
import { filesWith, holdFormer } from "./uses-words";

type Progress = { kind: "working" | "linked" } | { kind: "failed"; why: string };
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
  const queryClient = useQueryClient();
  const { data: entries } = useQuery(entriesQuery);
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map());
  const [pending, setPending] = useState(false);
  const left = files.filter(({ fileId }) => progress.get(fileId)?.kind !== "linked");
  const failed = left.length > 0 && progress.size > 0 && !pending;
  const report = (fileId: string, one: Progress) => setProgress((last) => new Map(last).set(fileId, one));

  async function link() {
    setPending(true);
    let linked = files.length - left.length;
    for (const file of left) {
      report(file.fileId, { kind: "working" });
      try {
        const outcome = await mendFile(file, entryId, entries && lookUpIn(entries));
        if ("linked" in outcome) linked += 1;
        report(file.fileId, "linked" in outcome ? { kind: "linked" } : { kind: "failed", why: outcome.refused });
      } catch (error) {
        report(file.fileId, { kind: "failed", why: describeError(error).message });
      }
    }
    setPending(false);
    void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    if (linked < files.length) return;
    toast.success(`${files.length === 1 ? "1 file was" : `${files.length} files were`} linked to ${name}`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={holdFormer(files.length)}
      description={`Link ${files.length === 1 ? "it" : "them"} to ${name}, and ${files.length === 1 ? "it gets" : "they get"} every later value too.`}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            {progress.size > 0 ? "Close" : "Not now"}
          </Button>
          <Button variant="primary" data-autofocus pending={pending} onClick={() => void link()}>
            {failed ? "Try again" : files.length === 1 ? "Link it" : "Link them"}
          </Button>
        </>
      }
    >
      <ul
        tabIndex={0}
        aria-label="Files with the former value"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {files.map((file) => (
          <FileRow key={file.fileId} file={file} progress={progress.get(file.fileId)} />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {left.length} of {files.length} {files.length === 1 ? "file" : "files"} {left.length === 1 ? "was" : "were"}{" "}
          not linked.
        </p>
      )}
    </Dialog>
  );
}

function FileRow({ file, progress }: { file: EntryUses["files"][number]; progress: Progress | undefined }) {
  const names = file.variables.flatMap(({ name, state }) => (state === "outdated" ? [name] : []));
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <span aria-hidden className="mt-0.5 [&_svg]:size-4">
        {progress?.kind === "working" ? (
          <Spinner />
        ) : progress?.kind === "linked" ? (
          <Check className="text-success-ink" />
        ) : progress?.kind === "failed" ? (
          <CircleAlert className="text-danger-ink" />
        ) : (
          <FileText className="text-muted" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm break-words">
          {file.projectName} <span className="font-mono text-xs">{fileName(file.fileType)}</span>
        </p>
        <p className="font-mono text-xs break-all text-muted">{[...new Set(names)].join(", ")}</p>
        {progress?.kind === "failed" && <p className="text-xs text-danger-ink">{progress.why}</p>}
      </div>
      {progress?.kind === "linked" && <span className="text-xs text-success-ink">Linked</span>}
      {progress?.kind === "working" && <span className="sr-only">Linking</span>}
    </li>
  );
}

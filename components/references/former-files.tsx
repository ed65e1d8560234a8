import { Check, CircleAlert, FileText } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import { fileName } from "@/lib/client/file-names";
import type { EntryUses } from "@/lib/contracts/references";
import type { Progress } from "./use-mending";

type File = EntryUses["files"][number];

/** The files that hold an entry's former value, and what became of linking them. */
export function FormerFiles({
  files,
  progress,
  failed,
}: {
  files: readonly File[];
  progress: ReadonlyMap<string, Progress>;
  /** How many could not be linked. */ failed: number;
}) {
  return (
    <>
      <ul
        tabIndex={0}
        aria-label="Files with the former value"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {files.map((file) => (
          <FileRow key={file.fileId} file={file} progress={progress.get(file.fileId)} />
        ))}
      </ul>
      {failed > 0 && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {failed} of {files.length} {files.length === 1 ? "file" : "files"} {failed === 1 ? "was" : "were"} not linked.
        </p>
      )}
    </>
  );
}

function FileRow({ file, progress }: { file: File; progress: Progress | undefined }) {
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

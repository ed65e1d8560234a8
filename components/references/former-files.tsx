import { useId } from "react";
import { Check, CircleAlert, FileText } from "lucide-react";
import { Spinner } from "@/components/ui/states/spinner";
import { fileName } from "@/lib/client/words/file-names";
import type { EntryUses } from "@/lib/contracts/vault/references";
import type { Progress, useRelinking } from "./use-relinking";

type File = EntryUses["files"][number];

/** The files that hold an entry's former value, which of them to link, and what became of it. */
export function FormerFiles({
  files,
  mending: { progress, left, leftOut, choose, failed, pending },
}: {
  files: readonly File[];
  mending: ReturnType<typeof useRelinking>;
}) {
  return (
    <>
      <ul
        tabIndex={0}
        // Not the button: Enter, pressed once more after the form was saved, would link what nobody has looked at.
        data-autofocus
        aria-label="Files with the former value"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {files.map((file) => (
          <FileRow
            key={file.fileId}
            file={file}
            progress={progress.get(file.fileId)}
            chosen={!leftOut.has(file.fileId)}
            onChoose={pending ? undefined : (chosen) => choose(file.fileId, chosen)}
          />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {left.length} of {files.length} {files.length === 1 ? "file" : "files"} {left.length === 1 ? "was" : "were"}{" "}
          not linked.
        </p>
      )}
    </>
  );
}

type FileRowProps = {
  file: File;
  progress: Progress | undefined;
  chosen: boolean;
  onChoose: ((chosen: boolean) => void) | undefined;
};

function FileRow({ file, progress, chosen, onChoose }: FileRowProps) {
  const id = useId();
  const names = file.variables.flatMap(({ name, state }) => (state === "outdated" ? [name] : []));
  return (
    <li className="relative flex min-h-control items-start gap-2.5 px-3 py-2">
      <input
        id={id}
        type="checkbox"
        checked={chosen}
        disabled={!onChoose || progress?.kind === "linked"}
        onChange={(event) => onChoose?.(event.target.checked)}
        className="relative z-1 mt-0.5 size-4 shrink-0 cursor-pointer"
      />
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
        <label htmlFor={id} className="block cursor-pointer text-sm break-words after:absolute after:inset-0">
          {file.projectName} <span className="font-mono text-xs">{fileName(file.fileType)}</span>
        </label>
        <p className="font-mono text-xs break-all text-muted">{[...new Set(names)].join(", ")}</p>
        {progress?.kind === "failed" && <p className="text-xs text-danger-ink">{progress.why}</p>}
      </div>
      {progress?.kind === "linked" && <span className="text-xs text-success-ink">Linked</span>}
      {progress?.kind === "working" && <span className="sr-only">Linking</span>}
    </li>
  );
}

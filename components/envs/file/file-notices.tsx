import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import type { OpenFile, OpenFileControl } from "./opening/open-file";

/** Above the text: whose it is, if not the vault's, and what kept it from being saved. */
export function FileNotices({
  name,
  file,
  open,
  replaces,
  onDownload,
  onKeep,
}: {
  name: string;
  file: OpenFile;
  open: OpenFileControl;
  /** Whether saving replaces a file of the vault. */
  replaces: boolean;
  onDownload: () => void;
  /** Makes entries of the text's values. For those who may. */
  onKeep: (() => void) | undefined;
}) {
  const activeVault = useActiveVault();
  return (
    <>
      {file.from !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft py-1.5 pr-1.5 pl-4 text-sm text-accent-ink">
          <p className="min-w-0 flex-1 basis-60">
            This is the text of {file.from}.{" "}
            {replaces ? `Saving replaces the ${name} in the vault.` : "Nothing is stored until you save."}
          </p>
          {onKeep && (
            <Button size="small" onClick={onKeep}>
              Create entries from its values…
            </Button>
          )}
        </div>
      )}
      {open.gone ? (
        <Warning
          actions={
            <>
              <CopyButton labelled size="small" text={file.draft} label="Copy" />
              <Button size="small" onClick={onDownload}>
                Download
              </Button>
            </>
          }
        >
          This env project no longer exists: it was deleted or moved. Your text can’t be saved here, so copy or download
          it before you leave.
        </Warning>
      ) : (
        <>
          {open.saveError !== undefined && <ErrorNote error={open.saveError} className="m-3" />}
          {open.conflict && (
            <Warning
              actions={
                <Button size="small" onClick={() => void open.save({ overwrite: true })}>
                  Save over it
                </Button>
              }
            >
              {name} has been changed{" "}
              {open.unanswered
                ? "since you opened it here, perhaps by your own save, whose answer got lost"
                : `${activeVault === null ? "elsewhere" : "by somebody else"} since you opened it here`}
              . Copy your text before you reveal the other one.
            </Warning>
          )}
        </>
      )}
    </>
  );
}

function Warning({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="m-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink"
    >
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {actions}
    </div>
  );
}

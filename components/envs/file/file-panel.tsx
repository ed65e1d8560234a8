import { EyeOff, FilePlus2, Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { isReached } from "@/lib/client/vaults/reach";
import type { EnvFile, EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { DropArea, useFilePicker } from "@/components/ui/inputs/drop-area";
import { fileName } from "@/lib/client/words/file-names";
import { SealedFile } from "./sealed-file";
import { environmentOf } from "./opening/environment-of";
import type { Guard } from "./leaving";
import type { OpenFileControl } from "./opening/open-file";

// It conceals an open file, so no first load needs it.
const ConcealedFile = onDemand(() => import("./concealed-file"));
const FileHistory = onDemand(() => import("../compare/file-history"));
const DeleteFileDialog = onDemand(() => import("../delete-file-dialog"));
const EditorPane = onDemand(() => import("./editor-pane"), <EditorSkeleton />);

export type FilePanelProps = {
  project: EnvProjectWithFiles;
  fileType: EnvFileType;
  existing: EnvFile | undefined;
  open: OpenFileControl;
  guard: Guard;
};

export function FilePanel({ project, fileType, existing, open, guard }: FilePanelProps) {
  const [opened, setOpened] = useState<"delete" | "history">();
  // What is open about a file goes with it, and is not there again with the next one.
  if (opened && !existing) setOpened(undefined);
  const close = () => setOpened(undefined);
  const name = fileName(fileType);
  const rights = useRights();
  const { may } = rights;
  const reached = isReached(environmentOf(fileType) ?? "none", rights);
  const writes = may("envs:write") && reached;
  // Of a project that is gone only the text that is open can still be edited, copied and downloaded.
  const takesFiles = writes && !open.gone;
  const file = open.file?.fileType === fileType ? open.file : undefined;

  async function load(chosen: File) {
    try {
      const { readTextFile } = await import("@/lib/client/browser/read-text-file");
      const text = await readTextFile(chosen);
      guard(() => open.write(fileType, text, { existing, from: chosen.name }), true);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : `${chosen.name} could not be read`);
    }
  }
  const picker = useFilePicker(`Upload ${name}`, load);

  const content = (
    <>
      {takesFiles && picker.input}
      {file?.concealed ? (
        <ConcealedFile name={name} onShow={open.show} onDiscard={open.discard} />
      ) : file ? (
        <EditorPane
          project={project}
          file={file}
          open={open}
          onUpload={writes ? picker.choose : undefined}
          onHistory={existing && !open.gone ? () => setOpened("history") : undefined}
          onHide={() => guard(open.close)}
        />
      ) : open.opening === fileType && open.openError !== undefined ? (
        <ErrorState error={open.openError} onRetry={() => existing && open.reveal(existing)} />
      ) : open.opening === fileType ? (
        <EditorSkeleton />
      ) : existing ? (
        <SealedFile
          project={project}
          file={existing}
          onReveal={may("envs:reveal") ? () => void open.reveal(existing) : undefined}
          onUpload={writes ? picker.choose : undefined}
          onHistory={() => setOpened("history")}
          onDelete={() => setOpened("delete")}
        />
      ) : !reached ? (
        <EmptyState icon={<EyeOff />} title={`Your role doesn’t reach ${name}`}>
          You are limited to some environments, and this file is for another one or for none. An owner of the team can
          change that.
        </EmptyState>
      ) : (
        <EmptyState
          icon={<FilePlus2 />}
          title={`No ${name} yet`}
          actions={
            writes && (
              <>
                <Button variant="primary" onClick={() => open.write(fileType, "")}>
                  Write {name}
                </Button>
                <Button icon={<Upload />} onClick={picker.choose}>
                  Upload…
                </Button>
              </>
            )
          }
        >
          {writes && "Write it here, choose a file, or drop one on this panel."}
        </EmptyState>
      )}
      {opened === "history" && existing && <FileHistory project={project} file={existing} onClose={close} />}
      {opened === "delete" && existing && <DeleteFileDialog project={project} file={existing} onClose={close} />}
    </>
  );
  if (!writes) return content;
  return (
    <DropArea
      label={existing || file ? `Drop to replace ${name}` : `Drop to upload as ${name}`}
      onFile={takesFiles ? load : undefined}
    >
      {content}
    </DropArea>
  );
}

function EditorSkeleton() {
  return (
    <div role="status" className="min-h-80 space-y-3 p-4">
      <span className="sr-only">Decrypting</span>
      {["w-2/5", "w-3/5", "w-1/3", "w-1/2", "w-2/5"].map((width, line) => (
        <Skeleton key={line} className={`h-3 ${width}`} />
      ))}
    </div>
  );
}

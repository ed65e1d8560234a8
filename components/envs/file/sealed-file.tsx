import { Download, EllipsisVertical, Eye, History, LockKeyhole, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toasts/toast";
import { revealEnvFile } from "@/lib/client/http/api";
import { describeError } from "@/lib/client/http/describe-error";
import type { EnvFile, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { fileName } from "@/lib/client/words/file-names";

export type SealedFileProps = {
  project: EnvProjectWithFiles;
  file: EnvFile;
  /** For those who may read it. */
  onReveal: (() => void) | undefined;
  /** For those who may change it. */
  onUpload: (() => void) | undefined;
  onHistory: () => void;
  onDelete: () => void;
};

/** A file that has not been revealed. It can be copied and downloaded without being shown. */
export function SealedFile({ project, file, onReveal, onUpload, onHistory, onDelete }: SealedFileProps) {
  const [downloading, setDownloading] = useState(false);
  const name = fileName(file.fileType);
  const read = async () => (await revealEnvFile({ params: { id: project.id, fileId: file.id } })).data.content;

  async function download() {
    setDownloading(true);
    try {
      const [text, { downloadName, downloadText }] = await Promise.all([
        read(),
        import("@/lib/client/browser/download-text"),
      ]);
      downloadText(downloadName(project.name, name), text);
    } catch (error) {
      toast.error(describeError(error).message);
    } finally {
      setDownloading(false);
    }
  }

  return (
    <div className="relative overflow-hidden rounded-b-lg">
      <RedactedLines />
      <div className="relative mx-auto my-8 flex w-fit flex-col items-center bg-surface px-6 py-6 text-center sm:shadow-[0_0_2.5rem_2.5rem_var(--color-surface)]">
        <div
          aria-hidden
          className="mb-3 grid size-10 place-items-center rounded-full border border-line bg-surface text-accent-ink"
        >
          <LockKeyhole className="size-5" />
        </div>
        <p className="text-base font-semibold">{name} is encrypted</p>
        <p className="mt-1 text-sm text-muted">
          Changed <RelativeTime timestamp={file.updatedAt} />
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onReveal && (
            <>
              <Button variant="primary" icon={<Eye />} onClick={onReveal}>
                {onUpload ? "Reveal and edit" : "Reveal"}
              </Button>
              <CopyButton text={read} label="Copy" labelled />
              <Button icon={<Download />} pending={downloading} onClick={() => void download()}>
                Download
              </Button>
            </>
          )}
          <Button icon={<History />} onClick={onHistory}>
            History
          </Button>
          {onUpload && (
            <Menu
              label={`More for ${name}`}
              trigger={(props) => (
                <IconButton {...props} label={`More for ${name}`} icon={<EllipsisVertical />} tooltip={false} />
              )}
            >
              <MenuItem icon={<Upload />} onSelect={onUpload}>
                Replace with a file…
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
                Delete {name}…
              </MenuItem>
            </Menu>
          )}
        </div>
      </div>
    </div>
  );
}

const widths = [
  ["w-24", "w-40"],
  ["w-16", "w-56"],
  ["w-32", "w-28"],
  ["w-20", "w-64"],
  ["w-28", "w-36"],
  ["w-16", "w-24"],
  ["w-24", "w-52"],
  ["w-20", "w-32"],
  ["w-32", "w-44"],
] as const;

/** Decoration that looks like redacted text. It says nothing about the file. */
export function RedactedLines() {
  return (
    <div
      aria-hidden
      className="absolute inset-x-4 top-5 grid grid-cols-2 justify-between opacity-60 max-sm:hidden lg:grid-cols-3"
    >
      {[0, 3, 6].map((shift) => (
        <div key={shift} className={shift === 6 ? "space-y-4 max-lg:hidden" : "space-y-4"}>
          {widths.map((_, line) => {
            const [left, right] = widths[(line + shift) % widths.length] ?? widths[0];
            return (
              <div key={line} className="flex gap-2">
                <span className={`h-2 rounded-full bg-line ${left}`} />
                <span className={`h-2 rounded-full bg-sunken ${right}`} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

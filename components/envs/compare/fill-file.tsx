import type { ReactNode } from "react";
import { useIsThereFromNow } from "@/lib/client/hooks/use-is-there";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { isReached } from "@/lib/client/vaults/reach";
import { toast } from "@/components/ui/toasts/toast";
import type { EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { type Filling, mergeDotenv } from "@/lib/dotenv/merge";
import { compareFiles } from "./compare-files";
import { fileName, fileTypes } from "@/lib/client/words/file-names";
import { filledText } from "./filled-text";
import { environmentOf } from "../file/opening/environment-of";
import { readFile } from "../file/opening/read-file";
import type { OpenFileControl } from "../file/opening/open-file";

type FillDialogProps = {
  project: string;
  files: readonly { fileType: EnvFileType; name: string }[];
  /** The file on the screen. */
  current: EnvFileType;
  /** The variables that have a value in the file: filling would replace them. */
  readNames: (fileType: EnvFileType) => Promise<ReadonlySet<string>>;
  /** Puts the text into the editor; resolves with a message if something prevents it, otherwise null. */
  onFill: (fileType: EnvFileType, fillings: Filling[]) => Promise<string | null>;
  onClose: () => void;
};

/** The dialog that provides the variables: another feature, passed in by the page. */
export type FillDialog = (props: FillDialogProps) => ReactNode;

export type FillFileProps = {
  project: EnvProjectWithFiles;
  fileType: EnvFileType;
  open: OpenFileControl;
  dialog: FillDialog;
  onFileType: (fileType: EnvFileType) => void;
  onClose: () => void;
};

/** Puts variables from a dialog into the editor, unsaved; an existing file that is not open is revealed first. */
export default function FillFile({ project, fileType: shown, open, dialog, onFileType, onClose }: FillFileProps) {
  const rights = useRights();
  const isThereFromNow = useIsThereFromNow();
  const files = fileTypes
    .filter((fileType) => isReached(environmentOf(fileType) ?? "none", rights))
    .map((fileType) => ({ fileType, name: fileName(fileType) }));
  const current = files.find(({ fileType }) => fileType === shown)?.fileType ?? files[0]?.fileType ?? shown;

  async function read(fileType: EnvFileType) {
    if (open.file?.fileType === fileType) return open.file;
    const existing = project.files.find((file) => file.fileType === fileType);
    const revealed = existing && (await readFile(project.id, existing));
    return { saved: revealed?.content ?? null, draft: revealed?.content ?? "", knownVersion: revealed?.version };
  }

  async function readNames(fileType: EnvFileType) {
    const { names } = compareFiles((await read(fileType)).draft, "");
    return new Set(names.filter(({ left }) => left !== "").map(({ name }) => name));
  }

  async function fill(fileType: EnvFileType, fillings: Filling[]): Promise<string | null> {
    const name = fileName(fileType);
    if (open.unsaved && open.file && open.file.fileType !== fileType)
      return `${fileName(open.file.fileType)} has unsaved changes. Save or discard them before you fill ${name}.`;
    const isThere = isThereFromNow();
    const { saved, draft, knownVersion } = await read(fileType);
    // What follows writes the address, which would call back whoever is on their way.
    if (!isThere()) return null;
    const merged = mergeDotenv(draft, fillings);
    if (!merged)
      return `${name} has a quote that is never closed, which would swallow what comes after it. Close it first.`;
    onFileType(fileType);
    open.write(fileType, merged.text, { base: { saved, knownVersion }, before: draft });
    toast.info(`${name}: ${filledText(draft, merged.text, merged.unwritable.length > 0)}`);
    if (merged.unwritable.length > 0)
      toast.error(`A .env file can’t hold the value of ${merged.unwritable.join(", ")}: a comment marks its place`);
    return null;
  }

  return dialog({ project: project.name, files, current, readNames, onFill: fill, onClose });
}

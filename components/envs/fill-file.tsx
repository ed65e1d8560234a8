import type { ReactNode } from "react";
import { toast } from "@/components/ui/toast";
import type { EnvFile, EnvFileType } from "@/lib/contracts/envs";
import { type Filling, mergeDotenv } from "@/lib/dotenv/merge";
import { fileName } from "./file-types";
import { readFile } from "./read-file";
import type { OpenFileControl } from "./use-open-file";

/** What asks for the variables to fill a file with: another feature, which the page brings. */
export type FillDialog = (props: { target: string; onFill: (fillings: Filling[]) => Promise<string | null>; onClose: () => void }) => ReactNode;

export type FillFileProps = { projectId: string; fileType: EnvFileType; existing: EnvFile | undefined; open: OpenFileControl; dialog: FillDialog; onClose: () => void };

/** Brings variables from a dialog into the editor, unsaved; a file that is there and not open is revealed for it. */
export default function FillFile({ projectId, fileType, existing, open, dialog, onClose }: FillFileProps) {
  const name = fileName(fileType);

  /** What stands in the way, in words; null when it is in the editor. */
  async function fill(fillings: Filling[]): Promise<string | null> {
    const current = open.file?.fileType === fileType ? open.file : undefined;
    const revealed = !current && existing ? await readFile(projectId, existing) : undefined;
    const { saved, draft, knownVersion } = current ?? { saved: revealed?.content ?? null, draft: revealed?.content ?? "", knownVersion: revealed?.version };
    const merged = mergeDotenv(draft, fillings);
    if (!merged) return `${name} has a quote that is never closed, which would swallow what comes after it. Close it first.`;
    open.write(fileType, merged.text, { base: { saved, knownVersion } });
    if (merged.unwritable.length > 0) toast.error(`No .env file can hold the value of ${merged.unwritable.join(", ")}: a comment marks it`);
    return null;
  }

  return dialog({ target: name, onFill: fill, onClose });
}

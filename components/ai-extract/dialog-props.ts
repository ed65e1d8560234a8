import type { EnvFileType } from "@/lib/contracts/envs";
import type { Filling } from "@/lib/dotenv/merge";

export type ExtractDialogProps = {
  files: readonly { fileType: EnvFileType; name: string }[];
  /** The file on the screen. */
  current: EnvFileType;
  /** The variables that a file has a value for now: what filling would replace. */
  readNames: (fileType: EnvFileType) => Promise<ReadonlySet<string>>;
  /** A new random value, made in this browser. */
  makeValue: () => Promise<string>;
  /** Puts it into the editor; resolves with what stands in the way, in words, or null. */
  onFill: (fileType: EnvFileType, fillings: Filling[]) => Promise<string | null>;
  onClose: () => void;
};

export const dialogTitle = "Fill from a sentence";

import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Filling } from "@/lib/dotenv/merge";

export type ExtractDialogProps = {
  /** The env project’s name, which its entries share. */
  project: string;
  files: readonly { fileType: EnvFileType; name: string }[];
  /** The file on the screen. */
  current: EnvFileType;
  /** The variables that have a value in the file: filling would replace them. */
  readNames: (fileType: EnvFileType) => Promise<ReadonlySet<string>>;
  /** A new random value, made in this browser. */
  makeValue: () => Promise<string>;
  /** Puts the text into the editor; resolves with a message if something prevents it, otherwise null. */
  onFill: (fileType: EnvFileType, fillings: Filling[]) => Promise<string | null>;
  onClose: () => void;
};

export const dialogTitle = "Fill from a sentence";

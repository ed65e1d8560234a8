import type { EnvFile, EnvFileType } from "@/lib/contracts/envs";

export type OpenFile = {
  fileType: EnvFileType;
  /** What the vault holds; null when there is no such file yet, or when it is to be replaced without having been read. */
  saved: string | null;
  draft: string;
  /** Which version of the vault's file this was made from; undefined without one. */
  knownVersion: number | undefined;
  /** Changes when the editor has to start anew. */
  version: number;
  /** The name of the file that was put in. */
  from: string | undefined;
  /** Unsaved text that is kept while nothing of it is on the page. */
  concealed: boolean;
};

export type OpenFileState = {
  file?: OpenFile;
  opening?: EnvFileType;
  openError?: unknown;
  saving?: boolean;
  saveError?: unknown;
  /** What the vault holds instead of the known version; null: no such file. */ conflict?: { standing: number | null };
};

export const isUnsaved = (file: OpenFile | undefined): boolean =>
  file !== undefined && (file.saved === null ? file.draft !== "" : file.draft !== file.saved);

/** `base`: what the text was made from. `from`: the name of the file that was put in. */
export type WriteOptions = {
  existing?: EnvFile | undefined;
  from?: string;
  base?: Pick<OpenFile, "saved" | "knownVersion">;
};

/** The open file, and all that can be done with it. */
export type OpenFileControl = OpenFileState & {
  unsaved: boolean;
  reveal(existing: EnvFile): Promise<void>;
  /** Starts a file, or puts a text in the place of one; nothing is sent before `save`. */
  write(fileType: EnvFileType, draft: string, options?: WriteOptions): void;
  change(draft: string): void;
  /** True when the vault has it. What somebody else changed in the meantime is only told, and stays; `overwrite`: that is to be replaced. */
  save(options?: { overwrite?: boolean }): Promise<boolean>;
  /** Back to what the vault holds; closes what it does not have. */
  discard(): void;
  close(): void;
  hide(): void;
  show(): void;
};

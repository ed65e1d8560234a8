import type { EnvFile, EnvFileType } from "@/lib/contracts/vault/envs";

export type OpenFile = {
  fileType: EnvFileType;
  /** The vault's text; null if there is no such file yet, or if it is to be replaced unread. */
  saved: string | null;
  draft: string;
  /** The version of the vault's file that this is based on; undefined if there is none. */
  knownVersion: number | undefined;
  /** Changes when the editor has to be recreated. */
  version: number;
  /** What the editor held before it was recreated, which undo leads back to. */
  before?: string | undefined;
  /** The name of the uploaded file. */
  from: string | undefined;
  /** Unsaved text that is kept but not in the page. */
  concealed: boolean;
};

export type OpenFileState = {
  file?: OpenFile;
  opening?: EnvFileType;
  openError?: unknown;
  saving?: boolean;
  saveError?: unknown;
  /** The last save had no answer: it may have been made. */
  unanswered?: boolean;
  /** What the vault holds instead of the known version; null: no such file. */ conflict?: { standing: number | null };
};

export const isUnsaved = (file: OpenFile | undefined): boolean =>
  file !== undefined && (file.saved === null ? file.draft !== "" : file.draft !== file.saved);

/** What the answer to saving `sent` makes of the page: nothing, if another file has been opened since, or none is open. */
export const afterSave = (
  last: OpenFileState,
  sent: OpenFile,
  change: (shown: OpenFile) => OpenFileState,
): OpenFileState => (last.file?.fileType === sent.fileType ? change(last.file) : last);

/**
 * What it makes of the page if `sent`, which was closed since, was saved as this version: a file that was chosen in its place
 * replaces what the vault has now, and the page's own save is nobody else's change. Whatever else is open read the vault
 * itself.
 */
export function afterSaveOfClosed(last: OpenFileState, sent: OpenFile, version: number): OpenFileState {
  const { file: shown, conflict, ...rest } = last;
  const isChosen = shown?.from !== undefined && shown.fileType === sent.fileType;
  if (!isChosen || shown.knownVersion !== sent.knownVersion) return last;
  const file = { ...shown, saved: sent.draft, knownVersion: version };
  return { ...rest, file, ...(conflict && conflict.standing !== version && { conflict }) };
}

/** `base`: what the text is based on. `before`: what undo leads back to. `from`: the uploaded file's name. */
export type WriteOptions = {
  existing?: EnvFile | undefined;
  from?: string;
  base?: Pick<OpenFile, "saved" | "knownVersion">;
  before?: string;
};

/** The open file and its actions. */
export type OpenFileControl = OpenFileState & {
  unsaved: boolean;
  /** The vault no longer has the project, so nothing can be saved. */
  gone: boolean;
  reveal(existing: EnvFile): Promise<void>;
  /** Starts a file, or replaces the text of one; nothing is sent before `save`. */
  write(fileType: EnvFileType, draft: string, options?: WriteOptions): void;
  change(draft: string): void;
  /** True if it was saved. Somebody else's change is reported and kept; `overwrite` replaces it. */
  save(options?: { overwrite?: boolean }): Promise<boolean>;
  /**
   * The vault holds another version by now (null: no such file). Unsaved text is kept and the change reported; otherwise
   * the new text replaces what is shown.
   */
  follow(standing: EnvFile | null): Promise<void>;
  /** Returns to the vault's text; closes a file that the vault does not have. */
  discard(): void;
  close(): void;
  hide(): void;
  show(): void;
};

import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { EnvFile, EnvFileType } from "@/lib/contracts/envs";
import { keptDraft } from "./draft-keeper";
import { fileName } from "./file-types";

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
  covered: boolean;
};

type State = { file?: OpenFile; opening?: EnvFileType; openError?: unknown; saving?: boolean; saveError?: unknown; /** What the vault holds instead of the known version; null: no such file. */ conflict?: { standing: number | null } };

export const isUnsaved = (file: OpenFile | undefined): boolean => file !== undefined && (file.saved === null ? file.draft !== "" : file.draft !== file.saved);

let lastVersion = 0;

/**
 * The one file that is open, in this component's state and nowhere else. Without changes it is dropped by `withdraw`;
 * with changes it is only taken off the page, so that nothing typed is lost.
 */
export function useOpenFile(projectId: string, onSaved: () => Promise<void>) {
  const [state, setState] = useState<State>(() => {
    const kept = keptDraft(projectId);
    return kept ? { file: { ...kept, version: ++lastVersion } } : {};
  });
  const request = useRef<AbortController>(undefined);
  const { file, conflict } = state;
  const unsaved = isUnsaved(file);

  const close = useCallback(() => {
    request.current?.abort();
    setState({});
  }, []);

  const withdraw = useCallback(() => {
    request.current?.abort();
    setState((last) => (isUnsaved(last.file) && last.file ? { ...last, file: { ...last.file, covered: true } } : last.saving ? last : {}));
  }, []);

  useEffect(() => () => request.current?.abort(), []);

  async function reveal(existing: EnvFile) {
    const { fileType } = existing;
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setState({ opening: fileType });
    try {
      const { readFile } = await import("./editor-pane");
      const { content, version: knownVersion } = await readFile(projectId, existing, own.signal);
      const opened: OpenFile = { fileType, saved: content, draft: content, knownVersion, version: ++lastVersion, from: undefined, covered: false };
      if (!own.signal.aborted) setState({ file: opened });
    } catch (openError) {
      if (!own.signal.aborted) setState({ opening: fileType, openError });
    }
  }

  /** Starts a file, or puts a text in the place of one; nothing is sent before `save`. `base`: what the text was made from. */
  function write(fileType: EnvFileType, draft: string, { existing, from, base }: { existing?: EnvFile | undefined; from?: string; base?: Pick<OpenFile, "saved" | "knownVersion"> } = {}) {
    request.current?.abort();
    const { saved, knownVersion } = base ?? (file?.fileType === fileType ? file : { saved: null, knownVersion: existing?.version });
    setState({ file: { fileType, saved, draft, knownVersion, version: ++lastVersion, from, covered: false } });
  }

  const change = useCallback((draft: string) => setState((last) => (last.file ? { ...last, file: { ...last.file, draft } } : last)), []);
  const uncover = () => setState((last) => (last.file ? { ...last, file: { ...last.file, covered: false } } : last));

  /** True when the vault has it. What somebody else changed in the meantime is only told, and stays; `overwrite`: that is to be replaced. */
  async function save({ overwrite = false } = {}): Promise<boolean> {
    if (!file || state.saving) return false;
    setState((last) => ({ ...(last.file && { file: last.file }), saving: true }));
    try {
      // In the chunk that brought the editor: it is there without the server too.
      const { saveFile } = await import("./editor-pane");
      const outcome = await saveFile(projectId, file, overwrite && conflict ? (conflict.standing ?? undefined) : file.knownVersion);
      if ("standing" in outcome) {
        setState((last) => ({ ...(last.file && { file: last.file }), conflict: outcome }));
        return false;
      }
      setState((last) => (last.file ? { file: { ...last.file, saved: file.draft, knownVersion: outcome.savedAs, from: undefined } } : {}));
      toast.success(`${fileName(file.fileType)} was saved`);
      void onSaved();
      return true;
    } catch (saveError) {
      setState((last) => ({ ...(last.file && { file: last.file }), saveError }));
      return false;
    }
  }

  /** Back to what the vault holds; closes what it does not have. */
  function discard() {
    if (!file || file.saved === null) return close();
    setState({ file: { ...file, draft: file.saved, version: ++lastVersion, from: undefined, covered: false } });
  }

  return { ...state, unsaved, reveal, write, change, save, discard, close, withdraw, uncover };
}

export type OpenFileControl = ReturnType<typeof useOpenFile>;

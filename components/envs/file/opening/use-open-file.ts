import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toasts/toast";
import type { EnvFile, EnvFileType } from "@/lib/contracts/vault/envs";
import { settleDraft, storedDraft } from "./draft-store";
import { fileName } from "@/lib/client/words/file-names";
import { ApiError } from "@/lib/client/http/api-error";
import {
  afterSave,
  afterSaveOfClosed,
  isUnsaved,
  type OpenFile,
  type OpenFileControl,
  type OpenFileState,
  type WriteOptions,
} from "./open-file";

let lastVersion = 0;

/**
 * The open file, in this component's state only. Without changes, `hide` drops it; with changes it is only concealed,
 * so that nothing typed is lost.
 */
export function useOpenFile(projectId: string, gone: boolean, onSaved: () => Promise<void>): OpenFileControl {
  const [state, setState] = useState<OpenFileState>(() => {
    const kept = storedDraft(projectId);
    return kept ? { file: { ...kept, version: ++lastVersion } } : {};
  });
  const request = useRef<AbortController>(undefined);
  const { file, conflict, unanswered = false } = state;
  const unsaved = isUnsaved(file);
  const latest = useRef({ unsaved });
  // Before the effects of the parts below, which call `follow`.
  useLayoutEffect(() => {
    latest.current = { unsaved };
  });

  /** How often a file was closed: the answer to a save is for the file that was open when it was sent. */
  const closed = useRef(0);

  const close = useCallback(() => {
    closed.current += 1;
    request.current?.abort();
    setState({});
  }, []);

  const hide = useCallback(() => {
    request.current?.abort();
    setState((last) =>
      isUnsaved(last.file) && last.file
        ? { ...last, file: { ...last.file, before: undefined, concealed: true } }
        : last.saving
          ? last
          : {},
    );
  }, []);

  useEffect(() => () => request.current?.abort(), []);

  async function reveal(existing: EnvFile) {
    const { fileType } = existing;
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setState({ opening: fileType });
    try {
      const { readFile } = await import("../../editor/chunk");
      const { content, version: knownVersion } = await readFile(projectId, existing, own.signal);
      const opened: OpenFile = {
        fileType,
        saved: content,
        draft: content,
        knownVersion,
        version: ++lastVersion,
        from: undefined,
        concealed: false,
      };
      if (!own.signal.aborted) setState({ file: opened });
    } catch (openError) {
      if (!own.signal.aborted) setState({ opening: fileType, openError });
    }
  }

  function write(fileType: EnvFileType, draft: string, { existing, from, base, before }: WriteOptions = {}) {
    request.current?.abort();
    const version = ++lastVersion;
    setState((last) => {
      // A file was chosen before it was read: a save may have ended meanwhile.
      const open = last.file ?? file;
      const { saved, knownVersion } =
        base ?? (open?.fileType === fileType ? open : { saved: null, knownVersion: existing?.version });
      return { file: { fileType, saved, draft, knownVersion, version, before, from, concealed: false } };
    });
  }

  const change = useCallback(
    (draft: string) => setState((last) => (last.file ? { ...last, file: { ...last.file, draft } } : last)),
    [],
  );
  const show = () => setState((last) => (last.file ? { ...last, file: { ...last.file, concealed: false } } : last));

  async function save({ overwrite = false } = {}): Promise<boolean> {
    if (!file || state.saving) return false;
    const closedBefore = closed.current;
    const answer = (change: (shown: OpenFile) => OpenFileState) => {
      if (closed.current === closedBefore) setState((last) => afterSave(last, file, change));
    };
    setState((last) => ({ ...(last.file && { file: last.file }), saving: true }));
    try {
      // In the chunk that brought the editor: it is there without the server too.
      const { saveFile } = await import("../../editor/chunk");
      const outcome = await saveFile(
        projectId,
        file,
        overwrite && conflict ? (conflict.standing ?? undefined) : file.knownVersion,
      );
      if ("standing" in outcome) {
        answer((shown) => ({ file: shown, conflict: outcome, unanswered }));
        return false;
      }
      const { savedAs } = outcome;
      answer((shown) => ({
        file: { ...shown, saved: file.draft, knownVersion: savedAs, from: undefined },
      }));
      settleDraft(projectId, file, savedAs);
      if (closed.current !== closedBefore) setState((last) => afterSaveOfClosed(last, file, savedAs));
      toast.success(`${fileName(file.fileType)} was saved`);
      void onSaved();
      return true;
    } catch (saveError) {
      const isRefused = saveError instanceof ApiError && saveError.status < 500;
      answer((shown) => ({ file: shown, saveError, unanswered: unanswered || !isRefused }));
      // The page then says that it is gone.
      if (saveError instanceof ApiError && saveError.code === "ENV_PROJECT_NOT_FOUND") void onSaved();
      return false;
    }
  }

  const follow = useCallback(
    async (standing: EnvFile | null) => {
      const report = (last: OpenFileState, version: number | null): OpenFileState =>
        last.file && last.conflict?.standing !== version ? { ...last, conflict: { standing: version } } : last;
      if (!standing) return setState((last) => (isUnsaved(last.file) ? report(last, null) : last.saving ? last : {}));
      // Text typed in the meantime must not be replaced, and text hidden in the meantime must not reappear.
      const put = (content?: string, version = standing.version) =>
        setState((last) => {
          const { file: shown } = last;
          if (!shown || shown.fileType !== standing.fileType || last.saving || version <= (shown.knownVersion ?? 0))
            return last;
          if (isUnsaved(shown)) return report(last, version);
          if (content === undefined) return last;
          const next = {
            ...shown,
            saved: content,
            draft: content,
            knownVersion: version,
            version: ++lastVersion,
            before: undefined,
          };
          return { file: next };
        });
      if (latest.current.unsaved) return put();
      request.current?.abort();
      const own = new AbortController();
      request.current = own;
      try {
        const { readFile } = await import("../../editor/chunk");
        const { content, version } = await readFile(projectId, standing, own.signal);
        if (!own.signal.aborted) put(content, version);
      } catch {
        // What is shown stays; saving over it would still be refused.
      }
    },
    [projectId],
  );

  function discard() {
    if (!file || file.saved === null) return close();
    setState({
      file: {
        ...file,
        draft: file.saved,
        version: ++lastVersion,
        before: undefined,
        from: undefined,
        concealed: false,
      },
    });
  }

  return { ...state, unsaved, gone, reveal, write, change, save, follow, discard, close, hide, show };
}

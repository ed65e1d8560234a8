"use client";

import { Download, EyeOff, History, KeyRound, Save, Undo2, Upload } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { DotenvEditor, type EditorHandle } from "../editor/dotenv-editor";
import { fileName } from "@/lib/client/words/file-names";
import { ProblemDialog } from "../problems/problem-dialog";
import { ProblemList } from "../problems/problem-list";
import { newProblems, problemsOf, type Problem } from "../problems/problems";
import { environmentOf } from "./opening/environment-of";
import { FileNotices } from "./file-notices";
import { LinkBar } from "./link-bar";
import { useFileLinks } from "./use-file-links";
import { useSaveKey } from "./use-save-key";
import type { Linkable } from "@/components/references/linkable";
import { replaceValues } from "@/lib/dotenv/replace-values";
import { downloadName, downloadText } from "@/lib/client/browser/download-text";
import type { OpenFile, OpenFileControl } from "./opening/open-file";

const KeepEntriesDialog = onDemand(() => import("../keep-entries-dialog"));

export type EditorPaneProps = {
  project: EnvProjectWithFiles;
  file: OpenFile;
  open: OpenFileControl;
  /** For those who may change it; the others only read. */
  onUpload: (() => void) | undefined;
  /** Undefined while the vault has no such file. */
  onHistory: (() => void) | undefined;
  onHide: () => void;
};

/** The open file: its text, its problems and its actions. */
export default function EditorPane({ project, file, open, onUpload, onHistory, onHide }: EditorPaneProps) {
  const editor = useRef<EditorHandle>(null);
  const name = fileName(file.fileType);
  const { known, entries, lookUp, linkable, comparing } = useFileLinks(project, file);
  const { problems, variables } = useMemo(() => problemsOf(file.draft, lookUp), [file.draft, lookUp]);
  const shownProblems = useDeferredValue(problems);
  // The list appears after the key that made it, when the editor has scrolled already: it would cover the edited line.
  useEffect(() => editor.current?.showCursor(), [shownProblems.length]);
  const writes = onUpload !== undefined;
  const savable = writes && (open.unsaved || file.saved === null);
  const replaces = project.files.some(({ fileType }) => fileType === file.fileType);
  const { may } = useRights();
  const keeps = writes && variables > 0 && may("entries:write") && may("entries:read");
  const [keeping, setKeeping] = useState(false);
  const [asked, setAsked] = useState<readonly Problem[]>();

  const download = () => downloadText(downloadName(project.name, name), file.draft);

  /** Asks first if the text has problems that the vault's text does not have. */
  const trySave = () => {
    const broken = newProblems(file.draft, file.saved, lookUp);
    if (broken.length > 0) setAsked(broken);
    else void open.save();
  };
  const keepEditing = () => {
    const line = asked?.[0]?.line;
    setAsked(undefined);
    // After the dialog has restored the focus.
    if (line !== undefined) requestAnimationFrame(() => editor.current?.goTo(line));
  };

  /** Only in the text here, where it can be undone; saving stores it. */
  const link = (chosen: readonly Linkable[]) => {
    editor.current?.replaceText(
      replaceValues(file.draft, new Map(chosen.map(({ line, reference }) => [line, reference]))).text,
    );
    // The bar goes with its last value, so the focus goes to what was changed. A finger needs none: its keyboard would
    // cover the text.
    const [first] = chosen;
    if (first && chosen.length === linkable.length && !matchMedia("(pointer: coarse)").matches)
      editor.current?.goTo(first.line);
  };

  useSaveKey(() => savable && !open.gone && trySave());

  return (
    // Shorter while problems are listed under it, so that both are in sight; on a phone the last line can be scrolled from under the list.
    <div
      className={
        problems.length > 0
          ? "[--editor-height:clamp(12rem,calc(100dvh-25rem),44rem)] max-lg:[--editor-below:11rem]"
          : "[--editor-height:min(70dvh,44rem)]"
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
          {variables === 1 ? "1 variable" : `${variables} variables`}
          {problems.length > 0 && (
            <Badge tone="danger">{problems.length === 1 ? "1 problem" : `${problems.length} problems`}</Badge>
          )}
          {savable && <Badge tone="warning">{file.saved === null ? "Not saved yet" : "Unsaved changes"}</Badge>}
        </p>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <CopyButton text={file.draft} label={`Copy ${name}`} />
          <IconButton label={`Download ${name}`} icon={<Download />} onClick={download} />
          {keeps && (
            <IconButton label={`Create entries from ${name}…`} icon={<KeyRound />} onClick={() => setKeeping(true)} />
          )}
          {writes && !open.gone && (
            <IconButton label={`Replace ${name} with a file…`} icon={<Upload />} onClick={onUpload} />
          )}
          {onHistory && <IconButton label={`History of ${name}`} icon={<History />} onClick={onHistory} />}
          <IconButton
            label={file.saved === null ? `Close ${name}` : `Hide ${name}`}
            icon={<EyeOff />}
            onClick={onHide}
          />
          {savable && (
            <Button variant="ghost" icon={<Undo2 />} disabled={open.saving ?? false} onClick={open.discard}>
              Discard
            </Button>
          )}
          {writes && !open.gone && (
            <Button
              variant="primary"
              icon={<Save />}
              disabled={!savable}
              pending={open.saving ?? false}
              onClick={trySave}
            >
              Save
            </Button>
          )}
        </div>
      </div>
      <FileNotices
        name={name}
        file={file}
        open={open}
        replaces={replaces}
        onDownload={download}
        onKeep={keeps ? () => setKeeping(true) : undefined}
      />
      {writes && (
        <LinkBar linkable={linkable} entries={entries} onLink={link} onGo={(line) => editor.current?.goTo(line)} />
      )}
      <DotenvEditor
        key={file.version}
        ref={editor}
        label={`Text of ${name}`}
        text={file.draft}
        before={file.before}
        saved={file.saved}
        readOnly={!writes}
        known={known}
        near={{ project: project.name, environment: environmentOf(file.fileType) }}
        onChange={open.change}
      />
      <ProblemList problems={shownProblems} onGo={(line) => editor.current?.goTo(line)} />
      {keeping && (
        <KeepEntriesDialog
          name={name}
          text={file.draft}
          project={project.name}
          environment={environmentOf(file.fileType)}
          linkable={comparing ? undefined : linkable}
          entries={entries}
          unsaved={savable}
          onLinked={(text) => editor.current?.replaceText(text)}
          onClose={() => setKeeping(false)}
        />
      )}
      {asked && (
        <ProblemDialog
          name={name}
          problems={asked}
          replaces={replaces}
          onClose={keepEditing}
          onSave={() => {
            setAsked(undefined);
            void open.save();
          }}
        />
      )}
    </div>
  );
}

import { Compartment, EditorState, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { changeMarks, markAgainst } from "./changes";
import { nearTo } from "./completion";
import { type KnownEntries, knownEntries } from "./references";
import { createEditor } from "./setup";
import type { Near } from "./reference-options";

export type EditorHandle = {
  goTo: (line: number) => void;
  /** Changes the text as if it had been typed: it can be undone. */
  replaceText: (text: string) => void;
  /** Scrolls to the cursor if the editor has the focus. */
  showCursor: () => void;
};

export type DotenvEditorProps = {
  label: string;
  text: string;
  /** What undo leads back to, if the text came from elsewhere. */
  before: string | undefined;
  /** What the vault holds: lines that differ are marked. */
  saved: string | null;
  /** From the start. */
  readOnly: boolean;
  known: KnownEntries;
  near: Near;
  onChange: (text: string) => void;
  ref?: Ref<EditorHandle>;
};

const labels = new Compartment();
const known = new Compartment();
const labelled = (label: string) =>
  EditorView.contentAttributes.of({
    "aria-label": label,
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "none",
    autocorrect: "off",
  });

/** CodeMirror for one text. Another text needs a new `key`: the editor owns what is typed. */
export function DotenvEditor({
  label,
  text,
  before,
  saved,
  readOnly,
  known: entries,
  near,
  onChange,
  ref,
}: DotenvEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const initial = useRef({ label, text, before, saved, readOnly, entries, near });
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    if (!host.current) return;
    const { text: given, before: former } = initial.current;
    const created = createEditor(host.current, former ?? given, (changed) => latest.current(changed), [
      labels.of(labelled(initial.current.label)),
      changeMarks(initial.current.saved),
      known.of(knownEntries.of(initial.current.entries)),
      nearTo.of(initial.current.near),
      EditorState.readOnly.of(initial.current.readOnly),
    ]);
    view.current = created;
    if (former !== undefined) replaceText(created, given);
    created.focus();
    // Its text leaves the document and this script with it.
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (view.current) markAgainst(view.current, saved);
  }, [saved]);

  useEffect(() => {
    view.current?.dispatch({ effects: known.reconfigure(knownEntries.of(entries)) });
  }, [entries]);

  useImperativeHandle(ref, () => ({
    goTo(line) {
      const editor = view.current;
      if (!editor) return;
      const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
      editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      editor.focus();
    },
    replaceText(next) {
      if (view.current) replaceText(view.current, next);
    },
    showCursor() {
      const editor = view.current;
      if (editor?.hasFocus)
        editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.selection.main.head, { y: "nearest" }) });
    },
  }));

  return <div ref={host} />;
}

/** As if it had been typed. */
function replaceText(editor: EditorView, next: string) {
  const { state } = editor;
  editor.dispatch({ changes: difference(state.doc, state.toText(next)), userEvent: "input.link" });
}

/** The one stretch in which two texts differ: the cursor stays where it is outside of it. */
function difference(before: Text, after: Text): { from: number; to: number; insert: Text } {
  const [left, right] = [before.toString(), after.toString()];
  const shorter = Math.min(left.length, right.length);
  let from = 0;
  while (from < shorter && left[from] === right[from]) from += 1;
  let same = 0;
  while (same < shorter - from && left[left.length - 1 - same] === right[right.length - 1 - same]) same += 1;
  return { from, to: left.length - same, insert: after.slice(from, right.length - same) };
}

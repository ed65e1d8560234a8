import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { changeMarks, markAgainst } from "./editor-changes";
import { createEditor } from "./editor-setup";

export type EditorHandle = { goTo: (line: number) => void };

export type DotenvEditorProps = {
  label: string;
  text: string;
  /** What the vault holds: lines that differ are marked. */
  saved: string | null;
  /** From the start. */
  readOnly: boolean;
  onChange: (text: string) => void;
  ref?: Ref<EditorHandle>;
};

const labels = new Compartment();
const labelled = (label: string) =>
  EditorView.contentAttributes.of({
    "aria-label": label,
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "none",
    autocorrect: "off",
  });

/** CodeMirror for one text. Another text needs a new `key`: the editor owns what is typed. */
export function DotenvEditor({ label, text, saved, readOnly, onChange, ref }: DotenvEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const initial = useRef({ label, text, saved, readOnly });
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    if (!host.current) return;
    const created = createEditor(host.current, initial.current.text, (changed) => latest.current(changed), [
      labels.of(labelled(initial.current.label)),
      changeMarks(initial.current.saved),
      EditorState.readOnly.of(initial.current.readOnly),
    ]);
    view.current = created;
    created.focus();
    // Its text leaves the document and this script with it.
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (view.current) markAgainst(view.current, saved);
  }, [saved]);

  useImperativeHandle(ref, () => ({
    goTo(line) {
      const editor = view.current;
      if (!editor) return;
      const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
      editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      editor.focus();
    },
  }));

  return <div ref={host} />;
}

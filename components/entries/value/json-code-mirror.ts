import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { linter, lintGutter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { pageNonce } from "@/lib/client/browser/page-nonce";

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--color-accent-ink)" },
  { tag: tags.string, color: "var(--color-success-ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--color-warning-ink)" },
  { tag: tags.invalid, color: "var(--color-danger-ink)" },
]);

const theme = EditorView.theme({
  "&": { maxHeight: "20rem", fontSize: "var(--text-sm)", color: "var(--color-ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-geist-mono-latin), var(--font-geist-mono-whole), ui-monospace, monospace",
    lineHeight: "1.5",
    minHeight: "9rem",
    overflow: "auto",
  },
  ".cm-content": { caretColor: "var(--color-ink)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--color-ink)" },
  ".cm-gutters": { backgroundColor: "var(--color-sunken)", color: "var(--color-muted)", border: "none" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--color-accent-soft)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--color-accent-soft)",
    outline: "1px solid var(--color-edge)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--color-surface)",
    border: "1px solid var(--color-line)",
    borderRadius: "6px",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--color-danger)" },
});

/** An empty document is not an error yet; the form reports it on submit. */
const parseLinter = jsonParseLinter();
const lint = linter((view) => (view.state.doc.toString().trim() === "" ? [] : parseLinter(view)), { delay: 400 });

/** Tab moves the focus: an editor in a dialog must not trap the keyboard. */
export function createJsonEditor(
  parent: HTMLElement,
  text: string,
  { describedBy, onChange }: { describedBy: string; onChange: (text: string) => void },
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // A document keeps its line ends.
        ...(text.includes("\r\n") ? [EditorState.lineSeparator.of("\r\n")] : []),
        EditorView.cspNonce.of(pageNonce()),
        EditorView.contentAttributes.of({
          "aria-label": "JSON document",
          "aria-describedby": describedBy,
          autocapitalize: "none",
          autocorrect: "off",
          spellcheck: "false",
        }),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        json(),
        lint,
        theme,
        syntaxHighlighting(highlight),
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.sliceDoc())),
      ],
    }),
  });
}

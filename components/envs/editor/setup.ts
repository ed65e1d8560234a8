import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { pageNonce } from "@/lib/client/browser/page-nonce";
import { referenceCompletion } from "./completion";
import { dotenvLanguage } from "./dotenv";
import { references } from "./references";
import { editorTheme } from "./theme";
import { referenceHint } from "./reference-hint";
import { referenceTheme } from "./reference-theme";

/**
 * The text's own line endings, so that saving changes nothing that was not typed. Mixed ones are kept by splitting at
 * LF only: carriage returns stay in their lines as visible characters.
 */
function lineSeparatorOf(text: string): "\n" | "\r\n" {
  return /\r\n/.test(text) && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? "\r\n" : "\n";
}

/** The panels in the dashboard's spelling. */
const panelPhrases = {
  next: "Next",
  previous: "Previous",
  all: "Select all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
  close: "Close",
  go: "Go",
};

/**
 * How much of the window's bottom the list of problems covers while it overlaps the text: the edited line must not be
 * hidden under it.
 */
function coveredBelow({ dom }: EditorView): { bottom: number } | null {
  const list = dom.parentElement?.parentElement?.querySelector("[data-problems]")?.getBoundingClientRect();
  return list && list.top < dom.getBoundingClientRect().bottom ? { bottom: window.innerHeight - list.top } : null;
}

export function createEditor(
  parent: HTMLElement,
  text: string,
  onChange: (text: string) => void,
  more: Extension,
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of(lineSeparatorOf(text)),
        EditorView.cspNonce.of(pageNonce()),
        lineNumbers(),
        lintGutter(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        EditorView.scrollMargins.of(coveredBelow),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(panelPhrases),
        // Tab moves the focus: it has to lead out of the editor.
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        dotenvLanguage,
        references,
        referenceHint,
        referenceCompletion,
        editorTheme,
        referenceTheme,
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.sliceDoc())),
        more,
      ],
    }),
  });
}

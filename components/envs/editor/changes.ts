import { Compartment, Facet, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The lines of the vault's text; null if there is none to compare with. */
const savedLines = Facet.define<ReadonlySet<string> | null, ReadonlySet<string> | null>({
  combine: ([lines]) => lines ?? null,
});
const saved = new Compartment();

const changedLine = Decoration.line({ class: "cm-env-changed" });

/** Marks visible lines that are not in the vault's text. */
function marks({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const known = state.facet(savedLines);
  if (!known) return builder.finish();
  for (const { from, to } of visibleRanges) {
    for (let position = from; position <= to;) {
      const line = state.doc.lineAt(position);
      if (line.length > 0 && !known.has(line.text.replace(/\r$/, ""))) builder.add(line.from, line.from, changedLine);
      position = line.to + 1;
    }
  }
  return builder.finish();
}

const marker = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marks(view);
    }
    update(update: ViewUpdate) {
      if (
        update.docChanged ||
        update.viewportChanged ||
        update.startState.facet(savedLines) !== update.state.facet(savedLines)
      )
        this.decorations = marks(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const linesOf = (text: string | null) => savedLines.of(text === null ? null : new Set(text.split(/\r\n|\r|\n/)));

/** Marks the lines that saving would change in the vault. */
export const changeMarks = (text: string | null) => [saved.of(linesOf(text)), marker];

/** From now on the vault holds this text. */
export const markAgainst = (view: EditorView, text: string | null) =>
  view.dispatch({ effects: saved.reconfigure(linesOf(text)) });

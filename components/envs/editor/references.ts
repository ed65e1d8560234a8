import { Facet, RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { findReferences, type FoundReference } from "@/lib/dotenv/find-references";
import type { LookUp } from "@/components/references/look-up";
import { ReferenceChip } from "./reference-chip";

/** What the editor knows of the entries; nothing until they are loaded, or for those who may not list them. */
export type KnownEntries = {
  entries: readonly ListedEntry[];
  lookUp: LookUp | undefined;
  /** When an entry's value last changed, by its id, for those that the file links to already. */
  changedAt: ReadonlyMap<string, string>;
};

const nothingKnown: KnownEntries = { entries: [], lookUp: undefined, changedAt: new Map() };

export const knownEntries = Facet.define<KnownEntries, KnownEntries>({ combine: ([known]) => known ?? nothingKnown });

const foundReferences = StateField.define<FoundReference[]>({
  create: ({ doc }) => findReferences(doc.toString()),
  update: (found, { docChanged, newDoc }) => (docChanged ? findReferences(newDoc.toString()) : found),
});

/** The reference at a position, its ends included. */
export const referenceAt = (state: EditorState, position: number): FoundReference | undefined =>
  state.field(foundReferences, false)?.find(({ from, to }) => from <= position && position <= to);

const write = StateEffect.define<boolean>();

/** Whether the reference at the cursor is being written: shown as text until the cursor leaves it. */
const beingWritten = StateField.define<boolean>({
  create: () => false,
  update(writing, transaction) {
    for (const effect of transaction.effects) if (effect.is(write)) return effect.value;
    if (transaction.docChanged)
      return transaction.isUserEvent("input.type") || (writing && transaction.isUserEvent("delete"));
    return (
      writing && (!transaction.selection || referenceAt(transaction.state, cursor(transaction.state)) !== undefined)
    );
  },
});

const cursor = ({ selection }: EditorState) => selection.main.head;

/** The reference that is shown as text while it is being written. */
export const writtenReference = (state: EditorState): FoundReference | undefined =>
  state.field(beingWritten) ? referenceAt(state, cursor(state)) : undefined;

/** A chip for each reference in sight, except for one that is being written. */
function chips({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const written = writtenReference(state);
  const { lookUp } = state.facet(knownEntries);
  for (const { from, to, value } of state.field(foundReferences)) {
    const inSight = visibleRanges.some((range) => range.from <= to && from <= range.to);
    // A view plugin must not replace a line break; only a malformed reference can have one.
    if (!inSight || from === written?.from || state.doc.lineAt(from).to < to) continue;
    builder.add(from, to, Decoration.replace({ widget: new ReferenceChip(value, lookUp?.(value)) }));
  }
  return builder.finish();
}

const chipsInSight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = chips(view);
    }
    update({ view, startState, state, docChanged, viewportChanged, selectionSet }: ViewUpdate) {
      if (
        docChanged ||
        viewportChanged ||
        selectionSet ||
        startState.field(beingWritten) !== state.field(beingWritten) ||
        startState.facet(knownEntries) !== state.facet(knownEntries)
      )
        this.decorations = chips(view);
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    // The cursor passes a chip in one step, and one key deletes it.
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);

/** A click or tap puts the cursor after a chip; a double click turns it into text, for a change by hand. */
const opening = EditorView.domEventHandlers({
  click({ target, shiftKey, detail }, view) {
    const chip = target instanceof Element ? target.closest("[data-reference]") : null;
    const found = chip && referenceAt(view.state, view.posAtDOM(chip));
    if (!found || shiftKey || detail > 1 || !view.state.selection.main.empty) return false;
    // Anywhere on it: on a narrow screen, its end and what follows it may be out of sight.
    view.dispatch({ selection: { anchor: found.to } });
    return true;
  },
  dblclick(event, view) {
    const chip = event.target instanceof Element ? event.target.closest("[data-reference]") : null;
    const found = chip && referenceAt(view.state, view.posAtDOM(chip));
    if (!found || view.state.readOnly) return false;
    view.dispatch({ selection: { anchor: found.to }, effects: write.of(true) });
    return true;
  },
});

export const references: Extension = [
  foundReferences,
  beingWritten,
  chipsInSight,
  opening,
  EditorView.focusChangeEffect.of((_, focusing) => (focusing ? null : write.of(false))),
];

import { linter, type Diagnostic } from "@codemirror/lint";
import { RangeSetBuilder, StateField, type EditorState, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { parse, type ParsedLine } from "@/lib/dotenv/parse";
import { knownEntries } from "./references";
import { findProblems } from "../problems/problems";

/** Parses the text as the vault does, once per change. */
const parsedLines = StateField.define<ParsedLine[]>({
  create: ({ doc }) => parseDocument(doc),
  update: (lines, { docChanged, newDoc }) => (docChanged ? parseDocument(newDoc) : lines),
});

const parseDocument = (doc: Text) => parse(doc.toString());

const mark = (name: string) => Decoration.mark({ class: `cm-env-${name}` });
const marks = {
  comment: mark("comment"),
  keyword: mark("keyword"),
  name: mark("name"),
  operator: mark("operator"),
  value: mark("value"),
};

/** Highlights what is visible. A line that continues a quoted value belongs to the assignment above it. */
function highlight({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const lines = state.field(parsedLines);
  for (const { from, to } of visibleRanges) {
    let at = indexAt(lines, state.doc.lineAt(from).number);
    for (let position = from; position <= to;) {
      const line = state.doc.lineAt(position);
      while ((lines[at + 1]?.line ?? Infinity) <= line.number) at++;
      paint(builder, lines[at], line);
      position = line.to + 1;
    }
  }
  return builder.finish();
}

/** The last parsed line that starts at or before `number`; -1 before the first. */
function indexAt(lines: readonly ParsedLine[], number: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.line ?? Infinity) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function paint(
  builder: RangeSetBuilder<Decoration>,
  parsed: ParsedLine | undefined,
  line: { from: number; to: number; number: number; text: string },
) {
  const add = (from: number, to: number, decoration: Decoration) =>
    to > from && builder.add(line.from + from, line.from + to, decoration);
  if (parsed?.kind === "comment") return add(0, line.text.length, marks.comment);
  if (parsed?.kind !== "assignment") return;
  if (parsed.line !== line.number) return add(0, line.text.length, marks.value);
  const nameAt = (parsed.exported ? /^\s*export\s+/ : /^\s*/).exec(line.text)?.[0].length ?? 0;
  const nameEnd = nameAt + parsed.name.length;
  const operatorEnd = nameEnd + (/^\s*[=:]/.exec(line.text.slice(nameEnd))?.[0].length ?? 0);
  if (parsed.exported) add(0, nameAt, marks.keyword);
  add(nameAt, nameEnd, marks.name);
  add(nameEnd, operatorEnd, marks.operator);
  add(operatorEnd, line.text.length, marks.value);
}

const highlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = highlight(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = highlight(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const diagnostics = (state: EditorState): Diagnostic[] =>
  findProblems(state.field(parsedLines), state.facet(knownEntries).lookUp).flatMap(
    ({ line: number, message, severity }) => {
      if (number > state.doc.lines) return [];
      const line = state.doc.line(number);
      return [{ from: line.from, to: line.to, severity, message }];
    },
  );

const problemMarks = linter(({ state }) => diagnostics(state), {
  delay: 250,
  needsRefresh: ({ startState, state }) => startState.facet(knownEntries) !== state.facet(knownEntries),
});

export const dotenvLanguage = [parsedLines, highlighter, problemMarks];

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { Facet } from "@codemirror/state";
import { knownEntries } from "./references";
import { brandIcon } from "./reference-chip";
import { matchingOptions, type Near, type ReferenceOption, referenceOptions } from "./reference-options";

/** What is being written in. */
export const nearTo = Facet.define<Near, Near>({ combine: ([near]) => near ?? { project: "", environment: null } });

type Offered = Completion & { option: ReferenceOption };

const offered = new WeakMap<object, ReferenceOption[]>();

/** Offers the vault's entries, by their names, where a value starts with `svc:`; on Ctrl-Space in an empty one too. */
function offer({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const typed = /^\s*(?:export\s+)?\w+\s*[=:]\s*["'`]?(svc:.*)?$/.exec(before);
  if (!typed || (typed[1] === undefined && !explicit)) return null;
  const known = state.facet(knownEntries);
  let all = offered.get(known);
  if (!all) offered.set(known, (all = referenceOptions(known.entries, state.facet(nearTo))));
  const options = matchingOptions(all, (typed[1] ?? "").replace(/^svc:(\/\/)?/, ""));
  return {
    from: pos - (typed[1]?.length ?? 0),
    // In the order given here: most of what is typed stands nowhere in the reference itself.
    filter: false,
    options: options.map((option): Offered => ({ label: option.label, detail: option.detail, option, apply })),
    // At once: until an answer that comes later is there, Enter would break the line instead of choosing.
    update: (_current, _from, _to, context) => offer(context),
  };
}

/** Replaces the whole of what was begun. */
const apply: Exclude<Completion["apply"], string | undefined> = (view, completion, from, to) => {
  const { reference } = (completion as Offered).option;
  const line = view.state.doc.lineAt(to);
  const rest = /^[\w%.:/-]*/.exec(line.text.slice(to - line.from))?.[0].length ?? 0;
  view.dispatch({
    changes: { from, to: to + rest, insert: reference },
    selection: { anchor: from + reference.length },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
  });
};

export const referenceCompletion = autocompletion({
  override: [offer],
  icons: false,
  // The list comes only where one typed for it, so Enter means it from the start.
  interactionDelay: 0,
  activateOnTypingDelay: 0,
  maxRenderedOptions: 60,
  addToOptions: [
    {
      position: 10,
      render: (completion) => {
        const { icon, category } = (completion as Offered).option;
        return brandIcon(icon, category);
      },
    },
  ],
});

import type { Named, NameIndex } from "./name-index";
import { isOrdinary } from "./ordinary-words";
import type { Word } from "./sentence";
import { environmentOf, formsOf, isFiller, isGeneral, isKnown } from "./vocabulary";

/** A word or a whole name in the sentence, with the entries that it matches by kind and by project. */
export type Intent = {
  text: string;
  /** The name for the list of missing names: a variable's name as it was typed. */
  name: string;
  kinds: ReadonlySet<number>;
  projects: ReadonlySet<number>;
  /** Whether it is a name rather than an ordinary word, and should be reported if nothing matches. */
  named: boolean;
  /** Whether the vault or the vocabulary knows it as a kind. Then it does not request whole projects. */
  known: boolean;
  excluded: boolean;
};
type PositionedIntent = Intent & { phrase: number; start: number; end: number };

const wholeNameWordsMax = 5;
const none: ReadonlySet<number> = new Set();

/**
 * Reads whole names first, the longest ones first: the words of “Google Maps” must not also request everything of
 * Google. Yields after each word, since one word may match every entry.
 */
export function* readIntents(words: readonly Word[], index: NameIndex): Generator<void, Intent[]> {
  const found: (PositionedIntent | undefined)[] = [];
  const taken = new Set<number>();
  for (let length = Math.min(wholeNameWordsMax, words.length); length >= 2; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      yield;
      const positions = Array.from({ length }, (_, step) => start + step);
      const span = words.slice(start, start + length);
      if (positions.some((position) => taken.has(position)) || namesNothing(span, index)) continue;
      const intent = readWhole(span, index);
      if (!intent) continue;
      for (const position of positions) taken.add(position);
      found[start] = { ...intent, phrase: span[0]?.phrase ?? 0, start, end: start + length };
    }
  }
  for (const [position, word] of words.entries()) {
    yield;
    // A project's name may be a word that is not a name elsewhere: “notifications”.
    if (taken.has(position) || !(isName(word.text) || index.whole([word.text])?.projects.size)) continue;
    found[position] = { ...readWord(word, index), phrase: word.phrase, start: position, end: position + 1 };
  }
  return yield* withoutRepetitions(yield* narrowNeighbours(found.filter((intent) => intent !== undefined)));
}

/**
 * Words such as “secrets of user” say nothing, unless they are typed as a variable, or a project or category is called so.
 * Whose variable is `API_KEY` is not asked for by “the Stripe API key”.
 */
const namesNothing = (span: readonly Word[], index: NameIndex): boolean =>
  span.every(({ text, variable }) => variable === null && isFiller(text)) &&
  !index.hasTitle(span.map(({ text }) => text));

/** Several words that form one name: of a category, a variable or a project, or a known name for one of these. */
function readWhole(span: readonly Word[], index: NameIndex): Intent | null {
  const texts = span.map(({ text }) => text);
  const [joined, variable, excluded] = [texts.join(""), span[0]?.variable ?? null, span.every((word) => word.excluded)];
  const whole = index.whole(texts);
  if (whole)
    return { text: texts.join(" "), name: variable ?? texts.join(" "), ...whole, named: true, known: true, excluded };
  if (variable !== null && variable.split("_").length === span.length && variable.toLowerCase() === texts.join("_"))
    return readVariable(variable, texts, index, excluded);
  // Only if no single word already says it: “stripe payments” is not a name.
  if (span.some(({ variable: part }) => part !== null) || !isKnown(joined)) return null;
  return {
    text: texts.join(" "),
    name: texts.join(" "),
    kinds: index.kinds(joined).entries,
    projects: none,
    named: true,
    known: true,
    excluded,
  };
}

/**
 * A variable that no entry has exactly. It matches the entries that all its meaningful words have in common, if there
 * are any.
 */
function readVariable(variable: string, texts: readonly string[], index: NameIndex, excluded: boolean): Intent {
  const telling = texts.filter(isName).map((word) => index.kinds(word).entries);
  const kinds = telling.length > 0 ? telling.reduce(intersect) : none;
  return { text: texts.join(" "), name: variable, kinds, projects: none, named: true, known: false, excluded };
}

const isName = (word: string) =>
  word.length > 1 && !/^\p{N}+$/u.test(word) && !isFiller(word) && environmentOf(word) === undefined;

function readWord({ text, capital, excluded }: Word, index: NameIndex): Intent {
  const plain = isPlain(text);
  const exact = lookUp(text, index);
  const known = isKnown(text) || index.whole([text]) !== null;
  const named = known || capital || !plain;
  if (exact.kinds.size > 0 || exact.projects.size > 0 || plain)
    return { text, name: text, ...exact, named, known, excluded };
  const near = index.corrections(text).map((correction) => lookUp(correction, index));
  const [kinds, projects] = [
    new Set(near.flatMap((intent) => [...intent.kinds])),
    new Set(near.flatMap((intent) => [...intent.projects])),
  ];
  return { text, name: text, kinds, projects, named, known, excluded };
}

/** A project's name does not also count by its meaning: “search” then means that project, not every search service. */
function lookUp(word: string, index: NameIndex): Named {
  const whole = index.whole([word]) ?? { kinds: none, projects: none };
  const projects = new Set([...index.projects(word), ...whole.projects]);
  const { entries, byName } = index.kinds(word);
  return { kinds: new Set([...(projects.size > 0 && !byName ? none : entries), ...whole.kinds]), projects };
}

/**
 * Neighbouring words describe one thing: “github login” means the entries that both words match. If they have none in
 * common, an ordinary word next to a name only describes it (“Zapier webhook”) and requests nothing.
 */
function* narrowNeighbours(intents: readonly PositionedIntent[]): Generator<void, PositionedIntent[]> {
  const result = intents.map((intent) => ({ ...intent }));
  for (const [position, right] of result.entries()) {
    yield;
    const left = result[position - 1];
    if (!left || left.phrase !== right.phrase || left.end !== right.start || left.excluded !== right.excluded) continue;
    const both = intersect(left.kinds, right.kinds);
    if (both.size > 0) [left.kinds, right.kinds] = [both, both];
    else if (describes(right, left)) [right.kinds, right.named] = [none, false];
    else if (describes(left, right)) [left.kinds, left.named] = [none, false];
  }
  return result;
}

const isPlain = (word: string) => formsOf(word).some(isOrdinary) && !isKnown(word);
const describes = (word: Intent, neighbour: Intent) =>
  word.projects.size === 0 &&
  neighbour.projects.size === 0 &&
  neighbour.named &&
  (isPlain(word.text) || (isGeneral(word.text) && !isGeneral(neighbour.text)));

const intersect = (left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...left].filter((index) => right.has(index)));

/** Keeps the first intent of each name. */
function* withoutRepetitions(intents: readonly PositionedIntent[]): Generator<void, Intent[]> {
  const byText = new Map<string, Intent>();
  for (const intent of intents) {
    yield;
    const key = `${intent.excluded} ${intent.text}`;
    const first = byText.get(key);
    if (first) first.kinds = new Set([...first.kinds, ...intent.kinds]);
    else byText.set(key, { ...intent });
  }
  return [...byText.values()];
}

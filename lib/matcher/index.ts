import type { Environment } from "../contracts/primitives";
import { type Intent, readIntents } from "./intents";
import { NameIndex, type Names } from "./name-index";
import { readOrdinaryWords } from "./ordinary-words";
import { environmentsIn, readSentence } from "./sentence";
import { asksForAll, environmentOf, isSharedProject } from "./vocabulary";

export type NamedEntry = Names & { environment: Environment | null };
type Match = { index: number; reason: string };
export type Matching = { matches: Match[]; missing: string[] };

/** The environments that a sentence asks for, in the order of their stages. */
export function environmentsAskedFor(prompt: string): Environment[] {
  const { wanted } = environmentsIn(prompt, readSentence(prompt));
  return (["development", "staging", "production"] as const).filter((environment) => wanted.has(environment));
}

/**
 * Finds the entries that a sentence asks for, by their names only. The name of a category or variable requests it. The
 * name of an entry (a project) or an environment narrows the result.
 */
export function matchLocally(
  prompt: string,
  entries: readonly NamedEntry[],
  environment?: Environment | null,
): Matching {
  const steps = matching(prompt, entries, environment);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of a few milliseconds, for a vault of any size and callers that must not block. */
export function* matching(
  prompt: string,
  entries: readonly NamedEntry[],
  environment?: Environment | null,
): Generator<void, Matching> {
  yield* readOrdinaryWords();
  const words = readSentence(prompt);
  const { wanted, unwanted } = environmentsIn(prompt, words);
  const environments = environment ? new Set([environment]) : wanted;
  const reaches = ({ environment: of }: NamedEntry) =>
    of === null || ((environments.size === 0 || environments.has(of)) && (environment || !unwanted.has(of)));
  const inReach = [...entries.entries()].filter(([, entry]) => reaches(entry));
  // The index contains every name, so that a name from another environment is reported as missing rather than mistaken
  // for something else.
  const index = yield* NameIndex.of(entries.entries(), new Set(inReach.map(([at]) => at)));
  const read = yield* readIntents(words, index);
  const intents = read.filter(({ excluded }) => !excluded);
  const leftOut = new Set(
    read.filter(({ excluded }) => excluded).flatMap(({ kinds, projects }) => [...(kinds.size > 0 ? kinds : projects)]),
  );

  const texts = words.map(({ text }) => text);
  const missing = intents
    .filter(({ named, kinds, projects }) => named && kinds.size === 0 && projects.size === 0)
    .map(({ name }) => name);
  const everything =
    intents.length === 0 &&
    (asksForAll(texts) || texts.some((word) => environmentOf(word) !== undefined) || leftOut.size > 0);
  const shared = new Set(inReach.flatMap(([index, { entry }]) => (isSharedProject(entry) ? [index] : [])));
  const chosen = everything
    ? new Set(inReach.map(([at]) => at))
    : yield* choose(intents, shared, texts.includes("everything"));
  const matches: Match[] = [];
  for (const at of [...chosen].filter((found) => !leftOut.has(found)).sort((left, right) => left - right)) {
    matches.push({ index: at, reason: reasonFor(at, intents) });
    if (matches.length % 10 === 0) yield;
  }
  return { matches, missing: [...new Set(missing)] };
}

/**
 * Chooses entries for each requested kind: those of the named projects, or else the shared ones, or else all of that
 * kind. If no kind is requested, chooses the projects' entries.
 */
function* choose(
  intents: readonly Intent[],
  shared: ReadonlySet<number>,
  wholeProjects: boolean,
): Generator<void, Set<number>> {
  const inProjects = new Set<number>();
  for (const { projects } of intents) {
    yield;
    for (const index of projects) inProjects.add(index);
  }
  const kindsAsked = intents.filter(({ kinds, projects, known }) => kinds.size > 0 || (projects.size === 0 && known));
  const chosen = new Set<number>();
  for (const { kinds } of kindsAsked) {
    yield;
    const own = [...kinds].filter((index) => inProjects.has(index));
    const common = inProjects.size > 0 ? [...kinds].filter((index) => shared.has(index)) : [];
    for (const index of own.length > 0 ? own : common.length > 0 ? common : kinds) chosen.add(index);
  }
  if (wholeProjects || kindsAsked.length === 0) for (const index of inProjects) chosen.add(index);
  return chosen;
}

function reasonFor(index: number, intents: readonly Intent[]): string {
  const textsOf = (side: "kinds" | "projects") =>
    intents.filter((intent) => intent[side].has(index)).map(({ text }) => `“${text}”`);
  // First the words that match its kind, then those that match its project. A word that matches both appears once.
  const texts = [...new Set([...textsOf("kinds"), ...textsOf("projects")])];
  return texts.length > 0 ? `Matches ${listed(texts)}` : "Everything was asked for";
}

const listed = (texts: readonly string[]) =>
  [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");

import type { Environment } from "../../contracts/primitives";
import { NameIndex, type Names } from "./name-index";
import { asksForAll, environmentOf, isFiller, isKnown, wordsOf } from "./vocabulary";

export type NamedEntry = Names & { environment: Environment | null };
export type Match = { index: number; reason: string };
export type Matching = { matches: Match[]; missing: string[] };

/** A word or whole name of the sentence, and the entries that it names by what they are and by where they belong. */
type Ask = { text: string; kinds: ReadonlySet<number>; projects: ReadonlySet<number> };

const wholeNameWordsMax = 5;

/**
 * Finds the entries that a sentence asks for, by names alone.
 * What names a category or a variable asks for it; what names an entry (a project) or an environment narrows.
 */
export function matchLocally(prompt: string, entries: readonly NamedEntry[], environment?: Environment | null): Matching {
  const words = wordsOf(prompt);
  const environments = new Set(environment ? [environment] : words.flatMap((word) => environmentOf(word) ?? []));
  const inReach = [...entries.entries()].filter(([, entry]) => entry.environment === null || environments.size === 0 || environments.has(entry.environment));
  const asks = readAsks(words, new NameIndex(inReach));

  const missing = asks.filter(({ kinds, projects }) => kinds.size === 0 && projects.size === 0).map(({ text }) => text);
  const everything = asks.length === 0 && (asksForAll(words) || words.some((word) => environmentOf(word) !== undefined));
  const wanted = everything ? inReach.map(([index]) => index) : choose(asks, words.includes("everything"));
  const matches = [...new Set(wanted)].sort((left, right) => left - right).map((index) => ({ index, reason: reasonFor(index, asks) }));
  return { matches, missing };
}

/** Whole names first, the longest ones before: the words of “Google Maps” must not ask for all of Google as well. */
function readAsks(words: readonly string[], index: NameIndex): Ask[] {
  const found: (Ask | undefined)[] = [];
  const taken = new Set<number>();
  for (let length = Math.min(wholeNameWordsMax, words.length); length >= 2; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const positions = Array.from({ length }, (_, step) => start + step);
      const span = words.slice(start, start + length);
      if (positions.some((position) => taken.has(position)) || span.every((word) => isFiller(word))) continue;
      const { kinds, projects } = index.whole(span);
      if (kinds.size === 0 && projects.size === 0) continue;
      for (const position of positions) taken.add(position);
      found[start] = { text: span.join(" "), kinds, projects };
    }
  }
  for (const [position, word] of words.entries()) if (!taken.has(position) && isName(word)) found[position] = readWord(word, index);
  return [...new Map(found.flatMap((ask) => (ask ? [[ask.text, ask] as const] : []))).values()];
}

const isName = (word: string) => word.length > 1 && !/^\p{N}+$/u.test(word) && !isFiller(word) && environmentOf(word) === undefined;

function readWord(word: string, index: NameIndex): Ask {
  const exact = lookUp(word, index);
  if (exact.kinds.size > 0 || exact.projects.size > 0) return exact;
  const near = index.corrections(word).map((correction) => lookUp(correction, index));
  return { text: word, kinds: new Set(near.flatMap(({ kinds }) => [...kinds])), projects: new Set(near.flatMap(({ projects }) => [...projects])) };
}

/** A project's name is not also taken for what it means: “search” is the project of that name, not every search service. */
function lookUp(word: string, index: NameIndex): Ask {
  const projects = index.projects(word);
  const { entries, byName } = index.kinds(word);
  return { text: word, kinds: projects.size > 0 && !byName ? new Set() : entries, projects };
}

/** Of each kind that is asked for the named projects' own, else all of that kind; without a kind, the projects whole. */
function choose(asks: readonly Ask[], wholeProjects: boolean): number[] {
  const inProjects = new Set(asks.flatMap(({ projects }) => [...projects]));
  const kindsAsked = asks.filter(({ text, kinds, projects }) => kinds.size > 0 || (projects.size === 0 && isKnown(text)));
  const ofKinds = kindsAsked.flatMap(({ kinds }) => {
    const own = [...kinds].filter((index) => inProjects.has(index));
    return own.length > 0 ? own : [...kinds];
  });
  return wholeProjects || kindsAsked.length === 0 ? [...ofKinds, ...inProjects] : ofKinds;
}

function reasonFor(index: number, asks: readonly Ask[]): string {
  const textsOf = (side: "kinds" | "projects") => asks.filter((ask) => ask[side].has(index)).map(({ text }) => `“${text}”`);
  const [kinds, projects] = [textsOf("kinds"), textsOf("projects")];
  const parts = [...(kinds.length > 0 ? [`${listed(kinds)} its category or variable`] : []), ...(projects.length > 0 ? [`${listed(projects)} its project`] : [])];
  return parts.join("; ") || "everything was asked for";
}

const listed = (texts: readonly string[]) => `${texts.join(" and ")} ${texts.length > 1 ? "name" : "names"}`;

import { environmentOf, isFiller } from "./vocabulary";
import type { Environment } from "../contracts/primitives";

/**
 * A word of a request. `text` is in lower case. Words with the same `phrase` stand between the same two separators.
 * `variable`: the name, as typed, of the variable that this word is part of. `capital`: the word starts with a capital
 * letter but not a sentence.
 */
export type Word = { text: string; phrase: number; excluded: boolean; capital: boolean; variable: string | null };

const pieces = /(?<variable>\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b)|(?<word>[\p{L}\p{M}\p{N}]+)/gu;
const clauseEnd = /[;:()[\]{}!?\n]|\.\s/;
const separator = /[,+&|/"]/;
const conjunctions = new Set(["and", "or", "plus"]);

/**
 * These words exclude the whole list that follows, commas included. `negations` exclude only the words up to the next
 * comma.
 */
const exclusions = new Set([
  "except",
  "excepting",
  "excluding",
  "exclude",
  "without",
  "minus",
  "omit",
  "omitting",
  "skip",
  "skipping",
]);
const negations = new Set(["not", "no", "dont", "don", "doesn", "doesnt"]);
/** “not sure”, “no idea”, “not only”: these exclude nothing. */
const harmlessAfterNegation = new Set([
  "sure",
  "only",
  "just",
  "yet",
  "idea",
  "longer",
  "problem",
  "matter",
  "know",
  "mind",
  "all",
]);
const excludingEnds = new Set(["for", "in", "on", "of", "from", "with", "but", "then", "we", "give", "please"]);

/**
 * The words of a request. Those that it excludes are marked: “everything but Kafka”, “not the mobile app”, “without
 * Redis and Stripe”.
 */
export function readSentence(prompt: string): Word[] {
  const text = prompt.normalize("NFKC");
  const shouted = text === text.toUpperCase();
  const words: Word[] = [];
  let [phrase, end, clauseStart] = [0, 0, true];
  let excluding: "list" | "phrase" | null = null;
  let before = "";
  for (const piece of text.matchAll(pieces)) {
    const gap = text.slice(end, piece.index);
    end = piece.index + piece[0].length;
    if (clauseEnd.test(gap)) [phrase, excluding, clauseStart] = [phrase + 1, null, true];
    else if (separator.test(gap)) [phrase, excluding] = [phrase + 1, excluding === "list" ? excluding : null];
    const variable = piece.groups?.variable;
    const lower = piece[0].toLowerCase();
    if (conjunctions.has(lower)) phrase += 1;
    const butAfterAll = lower === "but" && /^(all|everything|anything|every|nothing)$/.test(before);
    const opens: "list" | "phrase" | null =
      exclusions.has(lower) || butAfterAll ? "list" : negations.has(lower) ? "phrase" : null;
    if (opens) excluding = opens;
    else if (
      excluding &&
      (negations.has(before)
        ? harmlessAfterNegation.has(lower)
        : excludingEnds.has(lower) && !exclusions.has(before) && before !== "but")
    )
      excluding = null;
    const capital = !shouted && !clauseStart && /^\p{Lu}/u.test(piece[0]);
    for (const part of lower.split("_"))
      words.push({ text: part, phrase, excluded: excluding !== null && !opens, capital, variable: variable ?? null });
    [before, clauseStart] = [lower, false];
  }
  return words;
}

/** The requested and the excluded environments. In an excluded list, only the first word can be an environment. */
export function environmentsIn(
  prompt: string,
  words: readonly Word[],
): { wanted: Set<Environment>; unwanted: Set<Environment> } {
  const [wanted, unwanted] = [new Set<Environment>(), new Set<Environment>()];
  for (const [position, { text, excluded }] of words.entries()) {
    const environment = environmentOf(text);
    if (!environment) continue;
    const before = words.slice(0, position).findLast((word) => !word.excluded || !isFiller(word.text));
    const first =
      excluded &&
      before !== undefined &&
      (exclusions.has(before.text) || negations.has(before.text) || before.text === "but");
    (first ? unwanted : wanted).add(environment);
  }
  if (/\b(?:my|own|her|his|their|our|your) (?:own )?(?:machine|computer|mac|pc|notebook)s?\b/i.test(prompt))
    wanted.add("development");
  return { wanted, unwanted };
}

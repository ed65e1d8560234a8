import { matchLocally } from "@/lib/matcher";
import { type Prompt, vault } from "./prompts";

export type Quality = { recall: number; precision: number; missingRecall: number; missingPrecision: number };
export type Fault = {
  prompt: string;
  lacks: string[];
  tooMuch: string[];
  missing: string[];
  expectedMissing: string[];
};

/** Over all prompts together. An entry that is also right counts neither for nor against. */
export function measure(prompts: readonly Prompt[]): Quality & { faults: Fault[] } {
  const total = { expected: 0, hit: 0, given: 0, missingExpected: 0, missingHit: 0, missingGiven: 0 };
  const faults: Fault[] = [];
  for (const { prompt, expected, alsoRight, missing: expectedMissing } of prompts) {
    const { matches, missing } = matchLocally(prompt, vault);
    const found = matches.map(({ index }) => vault[index]?.short ?? "").filter((short) => !alsoRight.has(short));
    const hits = found.filter((short) => expected.has(short));
    const missingHits = missing.filter((name) => expectedMissing.includes(name));
    total.expected += expected.size;
    total.hit += hits.length;
    total.given += found.length;
    total.missingExpected += expectedMissing.length;
    total.missingHit += missingHits.length;
    total.missingGiven += missing.length;
    const lacks = [...expected].filter((short) => !found.includes(short));
    const tooMuch = found.filter((short) => !expected.has(short));
    if (lacks.length + tooMuch.length > 0 || missing.join() !== expectedMissing.join())
      faults.push({ prompt, lacks, tooMuch, missing, expectedMissing });
  }
  return {
    recall: total.hit / total.expected,
    precision: total.hit / total.given,
    missingRecall: total.missingHit / total.missingExpected,
    missingPrecision: total.missingHit / total.missingGiven,
    faults,
  };
}

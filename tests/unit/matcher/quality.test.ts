import { describe, expect, test } from "vitest";
import { seemsToHoldSecret } from "@/lib/services/ai-extract/secret-shape";
import { measure } from "./prompts/measure";
import { promptsOf, vault } from "./prompts/prompts";

describe("over a vault of 200 entries, the sentences that were not used for tuning", () => {
  const held = promptsOf("held.txt");

  test("are at least 60, and none of them is among the others", () => {
    const tuning = new Set(promptsOf("tuning.txt").map(({ prompt }) => prompt));
    expect([vault.length, held.length >= 60, held.filter(({ prompt }) => tuning.has(prompt))]).toEqual([200, true, []]);
  });

  test("find nine of ten entries that a person would, and at most one in five that they would not", () => {
    const { recall, precision, faults } = measure(held);
    expect(recall, JSON.stringify(faults)).toBeGreaterThanOrEqual(0.9);
    expect(precision, JSON.stringify(faults)).toBeGreaterThanOrEqual(0.8);
  });

  test("name what is missing, and seldom anything else", () => {
    const { missingRecall, missingPrecision, faults } = measure(held);
    expect(missingRecall, JSON.stringify(faults)).toBeGreaterThanOrEqual(0.8);
    expect(missingPrecision, JSON.stringify(faults)).toBeGreaterThanOrEqual(0.7);
  });
});

test("the sentences that were used for tuning do better still", () => {
  const { recall, precision, missingRecall, missingPrecision } = measure(promptsOf("tuning.txt"));
  expect([recall >= 0.95, precision >= 0.95]).toEqual([true, true]);
  expect([missingRecall >= 0.9, missingPrecision >= 0.9]).toEqual([true, true]);
});

test("no sentence of either set, and no name in the vault, seems to contain a secret", () => {
  const texts = [...promptsOf("held.txt"), ...promptsOf("tuning.txt")].map(({ prompt }) => prompt);
  const names = vault.flatMap(({ category, entry, envVarNames }) => [category, entry, ...envVarNames]);
  expect([...texts, ...names].filter(seemsToHoldSecret)).toEqual([]);
});

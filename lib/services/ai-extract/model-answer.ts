import { z } from "zod";
import type { Matching } from "../../matcher";

const reasonLengthMax = 200;
const missingMax = 50;
const missingLengthMax = 100;

const Answer = z.strictObject({
  matches: z.array(z.strictObject({ n: z.int(), reason: z.string() })).max(10_000),
  missing: z.array(z.string()).max(10_000),
});

/**
 * Parses a model's answer, which may be anything. Returns null unless it has exactly the requested form. Repeated
 * numbers, and numbers that were not in the request, are dropped. Texts become one line of limited length without
 * control or invisible characters.
 */
export function readModelAnswer(text: string, entryCount: number): Matching | null {
  const parsed = Answer.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const reasons = new Map<number, string>();
  for (const { n, reason } of parsed.data.matches)
    if (n >= 1 && n <= entryCount && !reasons.has(n - 1))
      reasons.set(n - 1, plain(reason, reasonLengthMax) || "chosen by the model");
  const missing = new Set(
    parsed.data.missing.map((name) => plain(name, missingLengthMax)).filter((name) => name !== ""),
  );
  return {
    matches: [...reasons].sort(([left], [right]) => left - right).map(([index, reason]) => ({ index, reason })),
    missing: [...missing].slice(0, missingMax),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Removes Unicode categories C and Z, except the space: control characters, direction marks, private-use characters,
 * lone surrogates and every kind of line break.
 */
function plain(text: string, lengthMax: number): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const points = [...line];
  return points.length > lengthMax ? `${points.slice(0, lengthMax - 1).join("")}…` : line;
}

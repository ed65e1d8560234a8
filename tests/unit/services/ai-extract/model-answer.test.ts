import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readModelAnswer } from "@/lib/services/ai-extract/model-answer";

const read = (answer: unknown, entryCount = 3) => readModelAnswer(JSON.stringify(answer), entryCount);

describe("a model's answer", () => {
  test("numbers that were not in the request are dropped, and so are repetitions", () => {
    const matches = [2, 1, 2, 0, -1, 4, 99].map((n) => ({ n, reason: `reason ${n}` }));
    expect(read({ matches, missing: ["kafka", "kafka", " "] })).toEqual({
      matches: [
        { index: 0, reason: "reason 1" },
        { index: 1, reason: "reason 2" },
      ],
      missing: ["kafka"],
    });
  });

  test("texts become one line of limited length without invisible characters", () => {
    const answer = read({
      matches: [
        { n: 1, reason: `a\n\u202eEVIL=1\r\u2028b ${"x".repeat(500)}` },
        { n: 2, reason: "\u200b" },
      ],
      missing: [`k\0\nafka ${"y".repeat(300)}`],
    });
    expect(answer?.matches[0]?.reason).toMatch(/^a EVIL=1 b x+…$/);
    expect([answer?.matches[0]?.reason.length, answer?.matches[1]?.reason, answer?.missing[0]?.length]).toEqual([
      200,
      "chosen by the model",
      100,
    ]);
    expect(answer?.missing[0]).toMatch(/^k afka y+…$/);
  });

  test("names a limited number of missing things", () => {
    expect(
      read({ matches: [], missing: Array.from({ length: 200 }, (_, index) => `name ${index}`) })?.missing.length,
    ).toBe(50);
  });

  test.each<[string, unknown]>([
    ["no object", []],
    ["a part alone", { matches: [] }],
    ["a field too many", { matches: [], missing: [], values: { A: "1" } }],
    ["a match with a field too many", { matches: [{ n: 1, reason: "", value: "x" }], missing: [] }],
    ["a number that is none", { matches: [{ n: "1", reason: "" }], missing: [] }],
    ["a number that is no whole one", { matches: [{ n: 1.5, reason: "" }], missing: [] }],
    ["missing names that are no texts", { matches: [], missing: [{}] }],
  ])("with %s is refused", (_, answer) => {
    expect(read(answer)).toBeNull();
  });

  test("whatever it says, only the caller's own rows come out, each once, with a plain reason", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc
        .record({
          matches: fc.array(fc.record({ n: fc.integer({ min: -3, max: 8 }), reason: fc.string({ unit: "binary" }) })),
          missing: fc.array(fc.string({ unit: "binary" })),
        })
        .map((answer) => JSON.stringify(answer)),
    );
    fc.assert(
      fc.property(text, fc.nat({ max: 5 }), (answer, entryCount) => {
        const read = readModelAnswer(answer, entryCount);
        if (read === null) return;
        const indexes = read.matches.map(({ index }) => index);
        expect(indexes).toEqual([...new Set(indexes)].filter((index) => index >= 0 && index < entryCount));
        for (const line of [...read.matches.map(({ reason }) => reason), ...read.missing])
          expect(line).toMatch(/^[^\p{C}\u2028\u2029]{1,200}$/u);
      }),
      { numRuns: 2000 },
    );
  });
});

import { expect, test } from "vitest";
import { reasonsToFail } from "../../../scripts/drill/verdict.mjs";

const many = (count: number) => Array.from({ length: count }, (_, number) => String(number));
const entries = (count: number) =>
  many(count).map((name, number) => ({ id: name, name, number, key: "key", sent: 0, acknowledged: 0 }));

/** A run in which half of what was planned was done. */
const tally = {
  began: 0,
  sent: 150,
  answered: 100,
  refused: 30,
  unanswered: 20,
  notSent: 50,
  wrong: [] as object[],
  planned: { writes: 100, reveals: 100 },
  written: entries(40),
  changed: 10,
  writtenAt: [],
  revealed: many(50),
};
const run = { tally, lost: 0, unrecorded: 0, pauses: [15, 1, 40], isUpgrade: false };
const tallyOfUpgrade = { ...tally, refused: 0, unanswered: 0, notSent: 0 };

test("a run passes in which some requests failed while machines broke", () => {
  expect(reasonsToFail(run)).toEqual([]);
  expect(reasonsToFail({ ...run, tally: tallyOfUpgrade, isUpgrade: true })).toEqual([]);
});

test.each([
  { failure: { lost: 1 }, reason: "1 acknowledged writes are lost" },
  { failure: { unrecorded: 2 }, reason: "2 reveals have no record" },
  { failure: { tally: { ...tally, wrong: [{}] } }, reason: "1 answers are wrong" },
  { failure: { pauses: [] }, reason: "nothing was broken or exchanged" },
  { failure: { pauses: [1, 15.1, 16] }, reason: "the median of the pauses is 15.1 seconds, more than 15" },
  { failure: { tally: { ...tally, changed: 9 } }, reason: "only 49 of 100 planned writes were acknowledged" },
  { failure: { tally: { ...tally, revealed: many(49) } }, reason: "only 49 of 100 planned reveals were answered" },
])("a run fails if $reason", ({ failure, reason }) => {
  expect(reasonsToFail({ ...run, ...failure })).toEqual([reason]);
});

test("a run in which nothing was asked fails", () => {
  const empty = { ...tally, planned: { writes: 0, reveals: 0 }, written: [], changed: 0, revealed: [] };
  expect(reasonsToFail({ ...run, tally: empty })).toHaveLength(2);
});

test.each([{ refused: 1 }, { unanswered: 1 }, { notSent: 1 }])(
  "while vaults are exchanged, no request may fail or be left out: %o",
  (failed) => {
    expect(reasonsToFail({ ...run, tally: { ...tallyOfUpgrade, ...failed }, isUpgrade: true })).toEqual([
      "1 requests were refused, left out or not answered",
    ]);
  },
);

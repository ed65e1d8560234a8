import { expect, test } from "vitest";
import { newProblems } from "@/components/envs/problems/problems";

const lines = (draft: string, saved: string | null) => newProblems(draft, saved).map(({ line }) => line);

test("a text's problems are those that the stored file does not have, wherever its lines have moved", () => {
  expect(lines("A=1\n1BAD=x\nQ='open\nA=2\n", "")).toEqual([1, 2, 3]);
  expect(lines("A=1\n1BAD=x\n", null)).toEqual([2]);
  expect(lines("# above\nold line\nA=1\nA=2\nB=1\n", "old line\nA=1\nA=2\n")).toEqual([]);
  expect(lines("old line\nnew line\nB=1\nB=2\n", "old line\n")).toEqual([2, 3]);
});

test("the same kind of problem on another line is a new one", () => {
  expect(newProblems("1BAD=x\n2BAD=x\n", "1BAD=x\n")).toMatchObject([
    {
      line: 2,
      severity: "error",
      message: "A name is letters, digits and underscores, and does not start with a digit.",
    },
  ]);
});

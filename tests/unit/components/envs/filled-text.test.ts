import { expect, test } from "vitest";
import { filledText as filled } from "@/components/envs/compare/filled-text";
import { mergeDotenv } from "@/lib/dotenv/merge";

const filledText = (before: string, after: string) => filled(before, after, false);

test("what was filled in is told by its kind: values, links, and what they replaced", () => {
  const link = "svc://Stripe/billing/production";
  expect(filledText("", "A=1\n")).toBe("1 value was added. Nothing is saved yet");
  expect(filledText("", `A=${link}\n`)).toBe("1 link was added. Nothing is saved yet");
  expect(filledText("D=\n", `D=${link}\nA=1\nB=2\n`)).toBe("1 link and 2 values were added. Nothing is saved yet");
  expect(filledText("A=1\nB=2\n", `A=${link}\nB=3\nC=4\n`)).toBe(
    "A, B were replaced, 1 value was added. Nothing is saved yet",
  );
});

test("nothing is counted that was not added", () => {
  expect(filledText("A=1\n", "A=2\n")).toBe("A was replaced. Nothing is saved yet");
  expect(filledText("A=1\n", "A=1\n")).toBe("it already has all of these");
});

test("of values that a file can't hold it is not said that it has them", () => {
  const merged = mergeDotenv("A=1\n", [{ source: "billing", variables: [["KEY", "a'b\"c`d"]] }]);
  expect(merged?.unwritable).toEqual(["KEY"]);
  expect(filled("A=1\n", merged?.text ?? "", true)).toBe("no value was added. Nothing is saved yet");
  expect(filled("", "A=1\n", true)).toBe("1 value was added. Nothing is saved yet");
});

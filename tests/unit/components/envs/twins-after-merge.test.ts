import { expect, test } from "vitest";
import { twinsAfterMerge } from "@/components/projects/list/twins-after-merge";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { listedEntry } from "../../../support/rows/listed-entry";

let count = 0;
const listed = (name: string, category: string, environment: ListedEntry["environment"]) =>
  listedEntry({ id: `${(count += 1)}`, name, categoryId: category, environment, category: { name: category } });

test("what a merged project would have twice is named by category and environment", () => {
  const entries = [
    listed("billing", "Stripe", "production"),
    listed("billing", "Stripe", null),
    listed("billing", "Slack", "staging"),
    listed("web", "Stripe", "production"),
    listed("web", "Stripe", null),
    listed("web", "Slack", "production"),
    listed("other", "Slack", "staging"),
  ];
  const names = (into: string) => twinsAfterMerge(entries, "billing", into).map(({ name }) => name);
  expect(names("web")).toEqual(["Stripe (production)", "Stripe (no environment)"]);
  expect(names("other")).toEqual(["Slack (staging)"]);
  expect(names("new")).toEqual([]);
});

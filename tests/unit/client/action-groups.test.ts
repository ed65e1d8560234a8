import { expect, test } from "vitest";
import { actionGroups } from "@/lib/client/words/action-groups";
import { actionNames } from "@/lib/contracts/access/actions";

test("every action is in one group, and none is empty", () => {
  expect(actionGroups.flatMap(({ actions }) => actions).sort()).toEqual([...actionNames].sort());
  expect(actionGroups.filter(({ actions }) => actions.length === 0)).toEqual([]);
});

import { expect, test } from "vitest";
import { planOf } from "@/components/import/plan";
import type { ImportAction, ImportEntry } from "@/lib/contracts/import";

test("an import's preview begins with what is skipped and what changes, each in the file's order", () => {
  const actions: ImportAction[] = ["created", "unchanged", "updated", "created", "rejected", "updated"];
  const entries = actions.map<ImportEntry>((_, at) => ({
    category: `KEY_${at}`,
    keyType: "simple",
    envVarName: `KEY_${at}`,
    name: "billing",
    value: "not-a-real-key",
  }));
  const plan = planOf(
    { entries, twoFactor: [], faults: [] },
    {
      entries: actions.map((action, at) => ({ action, category: `KEY_${at}`, message: null })),
      twoFactor: [],
      categories: [],
      envProjects: [],
      envFiles: [],
      counts: { created: 2, updated: 2, unchanged: 1, rejected: 1 },
    },
  );
  expect(plan.rows.map(({ label, action }) => `${label} ${action}`)).toEqual([
    "KEY_4 rejected",
    "KEY_2 updated",
    "KEY_5 updated",
    "KEY_0 created",
    "KEY_3 created",
    "KEY_1 unchanged",
  ]);
  expect(plan.taken.entries.map(({ category }) => category)).toEqual(["KEY_0", "KEY_2", "KEY_3", "KEY_5"]);
});

import { expect, test } from "vitest";
import { planOf } from "@/components/import/plan";
import type { ImportAction } from "@/lib/contracts/vault/import";
import type { Imported } from "@/lib/import";

type ImportedEntry = Imported["entries"][number];

const none = {
  entries: [],
  twoFactor: [],
  categories: [],
  envProjects: [],
  envFiles: [],
  counts: { created: 0, updated: 0, unchanged: 0, rejected: 0 },
};

test("what an import would store is named as in its file, with the category that has another name", () => {
  const entry: ImportedEntry = {
    category: "STRIPE_KEY",
    keyType: "simple",
    envVarName: "STRIPE_KEY",
    name: "billing",
    environment: "production",
    value: "not-a-real-key",
  };
  const plan = planOf(
    {
      entries: [entry],
      twoFactor: [],
      faults: ["line 2", "npm"].map((where) => ({ where, message: "Its value is empty" })),
      notes: [{ where: "line 3 (Mail)", message: "It has &amp;" }],
    },
    { ...none, entries: [{ action: "created", category: "Stripe", message: null }] },
  );
  expect(plan.rows).toMatchObject([{ label: "STRIPE_KEY", about: "Stripe · billing (production)" }]);
  expect(plan.faults).toEqual(["Line 2", "npm"].map((where) => ({ where, message: "Its value is empty." })));
  expect(plan.notes).toEqual([{ where: "Line 3 (Mail)", message: "It has &amp;." }]);
});

test("an import's preview begins with what is skipped and what changes, each in the file's order", () => {
  const actions: ImportAction[] = ["created", "unchanged", "updated", "created", "rejected", "updated"];
  const entries = actions.map<ImportedEntry>((_, at) => ({
    category: `KEY_${at}`,
    keyType: "simple",
    envVarName: `KEY_${at}`,
    name: "billing",
    value: "not-a-real-key",
  }));
  const plan = planOf(
    { entries, twoFactor: [], faults: [] },
    { ...none, entries: actions.map((action, at) => ({ action, category: `KEY_${at}`, message: null })) },
  );
  expect(plan.rows.map(({ label, action }) => `${label} ${action}`)).toEqual([
    "KEY_4 rejected",
    "KEY_2 updated",
    "KEY_5 updated",
    "KEY_0 created",
    "KEY_3 created",
    "KEY_1 unchanged",
  ]);
  expect(plan.rows[1]).toMatchObject({ about: "billing", message: "replaces what is stored" });
  expect(plan.taken.entries.map(({ category }) => category)).toEqual(["KEY_0", "KEY_2", "KEY_3", "KEY_5"]);
});

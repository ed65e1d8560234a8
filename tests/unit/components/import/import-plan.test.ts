import { createElement } from "react";
import { expect, test } from "vitest";
import ImportPlan from "@/components/import/import-plan";
import { planOf } from "@/components/import/plan";
import type { ImportAction } from "@/lib/contracts/transfer/import";
import { type Imported, readImport } from "@/lib/import";
import { rendered } from "../../../support/components/rendered";

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

test("an item with a note is shown, imported, and not counted as skipped", () => {
  const read = readImport("url,username,password,totp,extra,name,grouping,fav\n,ada,not&amp;real,,,Mail,Home,0\n", {
    project: "",
  });
  const plan = planOf(read, {
    ...none,
    counts: { ...none.counts, created: 1 },
    entries: [{ action: "created", category: "Mail", message: null }],
  });
  const shown = rendered(createElement(ImportPlan, { plan, pending: false, onStore: () => undefined }));
  expect(shown).toMatch(
    /1 new, 0 changed, 0 unchanged<.*Line 2 \(Mail\).*compare it with LastPass\..*Check.*Mail.*New/s,
  );
  expect(shown).toContain("Import 1 item");
  expect(shown).not.toMatch(/skipped/i);
});

import { expect, test } from "vitest";
import { entryName, entryNameInCategory } from "@/components/entries/entry-name";
import { entryTitle } from "@/lib/client/words/entry-title";
import { listedEntry } from "../../../support/rows/listed-entry";

test("an entry is named as its row begins: by its variable, or by its category if it sets several or none", () => {
  const single = listedEntry({ environment: "production" });
  const group = listedEntry({ category: { name: "PostgreSQL", keyType: "group", envVarName: null } });
  expect(entryName(single)).toBe("STRIPE_SECRET_KEY for billing (production)");
  expect(entryName(group)).toBe("PostgreSQL for billing");
  for (const entry of [single, group]) expect(entryName(entry).startsWith(`${entryTitle(entry)} for `)).toBe(true);
});

test("entries of several categories that set one variable are told apart by these", () => {
  expect(entryNameInCategory(listedEntry({ environment: "production" }))).toBe("Stripe for billing (production)");
});

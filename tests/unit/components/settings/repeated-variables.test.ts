import { expect, test } from "vitest";
import { repeatedVariables } from "@/components/settings/export/repeated-variables";
import { type ListedFields, listedEntry } from "../../../support/rows/listed-entry";

test("an export's repeated variables are those that two of the selected entries set; documents and SSH keys set none", () => {
  const group = (fields: ListedFields) =>
    listedEntry({ ...fields, fieldNames: ["PGHOST", "PGPASSWORD"], category: { keyType: "group", envVarName: null } });
  const documents = { category: { keyType: "json", envVarName: null } } as const;
  const entries = [
    listedEntry({ environment: "production" }),
    listedEntry({ environment: "staging" }),
    listedEntry({ name: "storefront", environment: "production" }),
    group({ environment: "production" }),
    group({ name: "storefront" }),
    listedEntry(documents),
    listedEntry(documents),
  ];
  expect(repeatedVariables(entries, { project: "", environment: "" })).toEqual([
    "STRIPE_SECRET_KEY",
    "PGHOST",
    "PGPASSWORD",
  ]);
  expect(repeatedVariables(entries, { project: "billing", environment: "" })).toEqual(["STRIPE_SECRET_KEY"]);
  expect(repeatedVariables(entries, { project: "", environment: "production" })).toEqual(["STRIPE_SECRET_KEY"]);
  expect(repeatedVariables(entries, { project: "billing", environment: "production" })).toEqual([]);
  expect(repeatedVariables(entries, { project: "", environment: "none" })).toEqual([]);
  const withoutOne = [...entries, listedEntry({}), group({})];
  expect(repeatedVariables(withoutOne, { project: "", environment: "none" })).toEqual(["PGHOST", "PGPASSWORD"]);
});

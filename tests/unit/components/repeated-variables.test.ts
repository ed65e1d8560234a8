import { expect, test } from "vitest";
import { repeatedVariables } from "@/components/settings/repeated-variables";
import type { ListedEntry } from "@/lib/contracts/entries";

type Fields = Partial<Pick<ListedEntry, "name" | "environment" | "fieldNames">> & {
  category?: Partial<ListedEntry["category"]>;
};
const listed = ({ category, ...fields }: Fields): ListedEntry => ({
  id: "e",
  categoryId: "c",
  name: "billing",
  environment: null,
  notes: null,
  fieldNames: null,
  expiresAt: null,
  rotateEveryDays: null,
  valueChangedAt: "",
  createdAt: "",
  updatedAt: "",
  version: 1,
  ...fields,
  category: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: null, ...category },
});

test("an export's repeated variables are those that two of the selected entries set; documents and SSH keys set none", () => {
  const group = (fields: Fields) =>
    listed({ ...fields, fieldNames: ["PGHOST", "PGPASSWORD"], category: { keyType: "group", envVarName: null } });
  const documents = { category: { keyType: "json", envVarName: null } } as const;
  const entries = [
    listed({ environment: "production" }),
    listed({ environment: "staging" }),
    listed({ name: "storefront", environment: "production" }),
    group({ environment: "production" }),
    group({ name: "storefront" }),
    listed(documents),
    listed(documents),
  ];
  expect(repeatedVariables(entries, { project: "", environment: "" })).toEqual([
    "STRIPE_SECRET_KEY",
    "PGHOST",
    "PGPASSWORD",
  ]);
  expect(repeatedVariables(entries, { project: "billing", environment: "" })).toEqual(["STRIPE_SECRET_KEY"]);
  expect(repeatedVariables(entries, { project: "", environment: "production" })).toEqual(["STRIPE_SECRET_KEY"]);
  expect(repeatedVariables(entries, { project: "billing", environment: "production" })).toEqual([]);
});

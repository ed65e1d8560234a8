import type { ListedEntry } from "@/lib/contracts/vault/entries";

export type ListedFields = Partial<Omit<ListedEntry, "category">> & { category?: Partial<ListedEntry["category"]> };

/** An entry as a list has it, with these fields: a key of Stripe for billing, in no environment. */
export const listedEntry = ({ category, ...fields }: ListedFields = {}): ListedEntry => ({
  id: "e",
  categoryId: "c",
  name: "billing",
  environment: null,
  notes: null,
  fieldNames: null,
  expiresAt: null,
  rotateEveryDays: null,
  valueChangedAt: "2026-03-01T09:30:00.000Z",
  createdAt: "2026-03-01T09:30:00.000Z",
  updatedAt: "2026-03-01T09:30:00.000Z",
  version: 1,
  ...fields,
  category: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: null, ...category },
});

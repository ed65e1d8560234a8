import { createCategory, type CreateCategory, type KeyCategory } from "@/lib/contracts/vault/categories";
import { createEntry, type CreateEntry, type KeyEntry } from "@/lib/contracts/vault/entries";
import type { KeyType } from "@/lib/contracts/primitives";
import type { Actor } from "../callers/actors";

/** Ids are random UUIDs, so this one stands for a row that does not exist. */
export const missingId = "00000000-0000-4000-8000-000000000000";

export const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const aCategory = (who: Actor, fields: Partial<CreateCategory> = {}): Promise<KeyCategory> =>
  who.call(createCategory, { body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", ...fields } });

/** A valid value of each type, visibly fake. */
export const validValues: Record<KeyType, string> = {
  simple: "sk_test_not_a_real_key",
  group: '{"DB_USER":"ada","DB_PASSWORD":"not-a-real-password"}',
  ssh: "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXk=\n-----END OPENSSH PRIVATE KEY-----\n",
  json: '{ "type": "service_account", "project": "not-real" }',
};

export type EntryFields = Partial<Omit<CreateEntry, "categoryId">> & {
  keyType?: KeyType;
  category?: Partial<CreateCategory>;
};

/** An entry in its own category. */
export async function anEntry(
  who: Actor,
  { keyType = "simple", category, ...fields }: EntryFields = {},
): Promise<KeyEntry> {
  const { id: categoryId } = await aCategory(who, { keyType, ...category });
  return who.call(createEntry, { body: { categoryId, name: "billing", value: validValues[keyType], ...fields } });
}

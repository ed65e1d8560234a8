import { placesOf, query } from "./query";

/**
 * Which value each of these things has now, those in the trash included: what is there is still the value.
 */
export const listValueIds = query(
  "listValueIds",
  (db, given: { userId: string; ids: readonly string[] }) =>
    db
      .selectFrom("KeyEntry")
      .select(["id", "valueId"])
      .where("userId", "=", given.userId)
      .where("id", "in", placesOf(given.ids))
      .unionAll(
        db
          .selectFrom("EnvFile")
          .select(["id", "valueId"])
          .where("userId", "=", given.userId)
          .where("id", "in", placesOf(given.ids)),
      )
      .unionAll(
        db
          .selectFrom("TwoFactorToken")
          .select(["id", "valueId"])
          .where("userId", "=", given.userId)
          .where("id", "in", placesOf(given.ids)),
      ),
  { withTrash: "what is there is still the value" },
);

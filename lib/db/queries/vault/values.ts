import { placesOf, query } from "../query";

/** Which value each of these things has now, those in the trash and those that were moved to other vaults included. */
export const listValueIds = query(
  "listValueIds",
  (db, given: { ids: readonly string[] }) =>
    db
      .selectFrom("KeyEntry")
      .select(["id", "valueId"])
      .where("id", "in", placesOf(given.ids))
      .unionAll(db.selectFrom("EnvFile").select(["id", "valueId"]).where("id", "in", placesOf(given.ids)))
      .unionAll(db.selectFrom("TwoFactorToken").select(["id", "valueId"]).where("id", "in", placesOf(given.ids))),
  {
    withTrash: "what is there is still the value",
    ofAnyOwner: "what was moved to another vault is still the value that was seen in this one",
  },
);

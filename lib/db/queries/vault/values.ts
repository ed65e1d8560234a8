import { sql } from "kysely";
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

const followed = {
  withTrash: "what is there is still the value",
  ofAnyOwner:
    "what was moved to another vault, with its former values, is compared there with what was seen in this one",
};

/** What one of these things has now, sealed, and the type of an entry's category. */
export const findValueNow = query(
  "findValueNow",
  (db, given: { id: string }) =>
    db
      .selectFrom("KeyEntry as e")
      .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
      .select(["e.userId", "e.encryptedValue as sealed", "c.keyType"])
      .where("e.id", "=", given.id)
      .unionAll(
        db
          .selectFrom("EnvFile")
          .select(["userId", "encryptedContent as sealed", sql.lit("").as("keyType")])
          .where("id", "=", given.id),
      )
      .unionAll(
        db
          .selectFrom("TwoFactorToken")
          .select(["userId", "encryptedSecret as sealed", sql.lit("").as("keyType")])
          .where("id", "=", given.id),
      ),
  followed,
);

/** Which of its former values are kept. */
export const listFormerValueIds = query(
  "listFormerValueIds",
  (db, given: { id: string }) =>
    db
      .selectFrom("EntryVersion")
      .select(["id", "valueId"])
      .where("entryId", "=", given.id)
      .unionAll(db.selectFrom("EnvFileVersion").select(["id", "valueId"]).where("fileId", "=", given.id)),
  followed,
);

/** One of them, by its own id, sealed. */
export const findFormerValue = query(
  "findFormerValue",
  (db, given: { id: string }) =>
    db
      .selectFrom("EntryVersion")
      .select(["userId", "encryptedValue as sealed"])
      .where("id", "=", given.id)
      .unionAll(
        db.selectFrom("EnvFileVersion").select(["userId", "encryptedContent as sealed"]).where("id", "=", given.id),
      ),
  followed,
);

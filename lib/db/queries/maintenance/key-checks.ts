import { query } from "../query";

/** A known text, sealed under each master key that this database has ever used. */
export const listKeyChecks = query(
  "listKeyChecks",
  (db) => db.selectFrom("KeyCheck").select(["keyId", "sealedCheck"]).orderBy("createdAt"),
  { wholeTable: "it has a row for each master key" },
);

export const findKeyCheck = query("findKeyCheck", (db, given: { keyId: string }) =>
  db.selectFrom("KeyCheck").select(["keyId", "sealedCheck"]).where("keyId", "=", given.keyId),
);

export const insertKeyCheck = query(
  "insertKeyCheck",
  (db, given: { keyId: string; sealedCheck: Uint8Array<ArrayBuffer>; at: string }) =>
    db.insertInto("KeyCheck").values({ keyId: given.keyId, sealedCheck: given.sealedCheck, createdAt: given.at }),
);

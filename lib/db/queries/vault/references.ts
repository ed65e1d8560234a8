import { boundedQuery } from "../bounded";
import { categoryOfEntry, placesOf } from "../query";
import { entriesInUse } from "./entries-in-use";

/** The entries with one of these names in a category with one of those, whatever their environment. Reads no value. */
export const listReferred = boundedQuery(
  "listReferred",
  (db, given: { userId: string; categories: readonly string[]; names: readonly string[] }, within) =>
    entriesInUse(db, given, within)
      .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
      .select(["e.id", "e.name", "e.environment", "e.categoryId", "e.fieldNames", "c.name as category", "c.keyType"])
      .where("e.name", "in", placesOf(given.names))
      .where("c.name", "in", placesOf(given.categories)),
);

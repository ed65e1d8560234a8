import { sql } from "kysely";
import { boundedQuery } from "../bounded";
import { holdsEntry } from "./categories";
import { categoryOfEntry } from "../query";
import { entriesInUse } from "./entries-in-use";

/** The number of things of each kind. A single statement, and so a single snapshot: the sums are consistent. */
export const countOwned = boundedQuery("countOwned", (db, given: { userId: string }, within) =>
  db
    .selectFrom("KeyCategory")
    .select(({ fn }) => [
      sql.lit<"category" | "token" | "entry">("category").as("what"),
      sql.lit<string | null>(null).as("keyType"),
      sql.lit<string | null>(null).as("environment"),
      fn.countAll<number | bigint>().as("n"),
    ])
    .where("userId", "=", given.userId)
    .where("trashId", "is", null)
    .$if(within.isBounded, (found) => found.where(holdsEntry(given, within)))
    .unionAll((db) =>
      db
        .selectFrom("TwoFactorToken")
        .select(({ fn }) => [
          sql.lit<"category" | "token" | "entry">("token").as("what"),
          sql.lit<string | null>(null).as("keyType"),
          sql.lit<string | null>(null).as("environment"),
          fn.countAll<number | bigint>().as("n"),
        ])
        .where("userId", "=", given.userId)
        .where("trashId", "is", null)
        // Tokens belong to no project, and so lie outside all bounds.
        .$if(within.isBounded, (found) => found.where(sql.lit(1), "=", sql.lit(0))),
    )
    .unionAll(
      entriesInUse(db, given, within)
        .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
        .select(({ fn }) => [
          sql.lit<"category" | "token" | "entry">("entry").as("what"),
          "c.keyType",
          "e.environment",
          fn.countAll<number | bigint>().as("n"),
        ])
        .groupBy(["c.keyType", "e.environment"]),
    ),
);

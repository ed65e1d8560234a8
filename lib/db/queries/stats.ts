import { sql } from "kysely";
import { query } from "./query";

/** The number of things of each kind. A single statement, and so a single snapshot: the sums are consistent. */
export const countOwned = query("countOwned", (db, given: { userId: string }) =>
  db
    .selectFrom("KeyCategory")
    .select(({ fn }) => [
      sql.lit<"category" | "token" | "entry">("category").as("what"),
      sql.lit<string | null>(null).as("keyType"),
      sql.lit<string | null>(null).as("environment"),
      fn.countAll<number | bigint>().as("n"),
    ])
    .where("userId", "=", given.userId)
    .unionAll((db) =>
      db
        .selectFrom("TwoFactorToken")
        .select(({ fn }) => [
          sql.lit<"category" | "token" | "entry">("token").as("what"),
          sql.lit<string | null>(null).as("keyType"),
          sql.lit<string | null>(null).as("environment"),
          fn.countAll<number | bigint>().as("n"),
        ])
        .where("userId", "=", given.userId),
    )
    .unionAll((db) =>
      db
        .selectFrom("KeyEntry as e")
        .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
        .select(({ fn }) => [
          sql.lit<"category" | "token" | "entry">("entry").as("what"),
          "c.keyType",
          "e.environment",
          fn.countAll<number | bigint>().as("n"),
        ])
        .where("e.userId", "=", given.userId)
        .groupBy(["c.keyType", "e.environment"]),
    ),
);

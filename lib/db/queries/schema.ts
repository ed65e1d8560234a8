import type { ColumnType } from "kysely";
import type { Prisma } from "../generated/client";

/**
 * A column as SQL sees it. An instant is written as text that sorts by time (`storedInstant`), and read as the driver
 * returns it: the same text on SQLite, a Date on PostgreSQL.
 */
type Column<V> = Date extends V ? ColumnType<Date | string | Extract<V, null>, string | Extract<V, null>> : V;

type Models = Prisma.TypeMap["model"];

/** Every table with its columns, as in prisma/schema.prisma. */
export type Schema = {
  [T in Prisma.ModelName]: {
    [C in keyof Models[T]["payload"]["scalars"]]: Column<Models[T]["payload"]["scalars"][C]>;
  };
} & {
  /** What Prisma Migrate, and this vault like it, records about each migration. */
  _prisma_migrations: { migration_name: string; finished_at: unknown; rolled_back_at: unknown };
};

/** The tables whose rows belong to a user: they have a `userId`. */
export type OwnedTable = { [T in Prisma.ModelName]: "userId" extends keyof Schema[T] ? T : never }[Prisma.ModelName];

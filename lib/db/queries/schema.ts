import type { ColumnType } from "kysely";
import type { Prisma } from "../generated/client";

/**
 * A column as SQL has it: an instant is text that sorts by time (`storedInstant`) where it is written, and what the
 * driver makes of it where it is read: that text on SQLite, a Date on PostgreSQL.
 */
type Column<V> = Date extends V ? ColumnType<Date | string | Extract<V, null>, string | Extract<V, null>> : V;

type Models = Prisma.TypeMap["model"];

/** Every table with its columns, as prisma/schema.prisma has them. */
export type Schema = {
  [T in Prisma.ModelName]: {
    [C in keyof Models[T]["payload"]["scalars"]]: Column<Models[T]["payload"]["scalars"][C]>;
  };
} & {
  /** What Prisma Migrate, and this vault as it does, notes of each migration. */
  _prisma_migrations: { migration_name: string; finished_at: unknown; rolled_back_at: unknown };
};

/** The tables whose rows belong to somebody: they have a `userId`. */
export type OwnedTable = { [T in Prisma.ModelName]: "userId" extends keyof Schema[T] ? T : never }[Prisma.ModelName];

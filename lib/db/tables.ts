import { Prisma } from "./generated/client";

/** A column that holds sealed values, and what they are sealed to besides table, field and row. */
export type SealedColumn = { field: string; owner: "userId" | null; padding?: "padme" };

export type Table = {
  name: Prisma.ModelName;
  /** The primary key: one column of text. */
  key: string;
  /** What ends by itself is not kept: a restored backup must not bring an ended session back to life. Nor is what `restore` says anew. */
  backedUp: boolean;
  sealed?: SealedColumn;
};

/**
 * Every table, owners before what they own. The one list that backup, restore, rotate, verify and migrate-database
 * work from; a test holds it against the schema.
 */
export const tables: readonly Table[] = [
  { name: "User", key: "id", backedUp: true },
  { name: "Session", key: "id", backedUp: false },
  { name: "Account", key: "id", backedUp: true },
  { name: "AccountTotp", key: "userId", backedUp: true, sealed: { field: "encryptedSecret", owner: "userId" } },
  { name: "RecoveryCode", key: "id", backedUp: true },
  { name: "Passkey", key: "id", backedUp: true },
  { name: "LoginThrottle", key: "keyHash", backedUp: false },
  { name: "OneTimeChallenge", key: "id", backedUp: false },
  { name: "KeyCategory", key: "id", backedUp: true },
  { name: "KeyEntry", key: "id", backedUp: true, sealed: { field: "encryptedValue", owner: "userId" } },
  { name: "TwoFactorToken", key: "id", backedUp: true, sealed: { field: "encryptedSecret", owner: "userId" } },
  { name: "EnvProject", key: "id", backedUp: true },
  {
    name: "EnvFile",
    key: "id",
    backedUp: true,
    sealed: { field: "encryptedContent", owner: "userId", padding: "padme" },
  },
  { name: "AccessKey", key: "id", backedUp: true },
  { name: "KeyCheck", key: "keyId", backedUp: true, sealed: { field: "sealedCheck", owner: null } },
  { name: "Upkeep", key: "name", backedUp: false },
];

/** One of the list. Throws RangeError for what is none. */
export function tableNamed(name: string): Table {
  const table = tables.find((row) => row.name === name);
  if (!table) throw new RangeError("there is no such table");
  return table;
}

export const keptTables = tables.filter(({ backedUp }) => backedUp);

/** The tables of secrets: all that the master keys seal, except the check values of the keys themselves. */
export const sealedTables = tables.flatMap((table) =>
  table.sealed && table.name !== "KeyCheck" ? [{ ...table, sealed: table.sealed }] : [],
);

/** The columns of a table that are copied: all but the count of writes, which each database makes itself. */
export function columnsOf({ name }: Table): string[] {
  return Object.keys(Prisma[`${name}ScalarFieldEnum` as const]).filter((column) => column !== "revision");
}

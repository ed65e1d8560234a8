import { Prisma } from "./generated/client";

export type Table = {
  name: Prisma.ModelName;
  /** The primary key: one column of text. */
  key: string;
  /** What ends by itself is not kept: a restored backup must not bring an ended session back to life. Nor is what `restore` says anew. */
  backedUp: boolean;
};

/**
 * Every table, owners before what they own. The one list that backup, restore, rotate, verify and migrate-database
 * work from; a test holds it against the schema.
 */
export const tables: readonly Table[] = [
  { name: "User", key: "id", backedUp: true },
  { name: "Session", key: "id", backedUp: false },
  { name: "Account", key: "id", backedUp: true },
  { name: "AccountTotp", key: "userId", backedUp: true },
  { name: "RecoveryCode", key: "id", backedUp: true },
  { name: "Passkey", key: "id", backedUp: true },
  { name: "LoginThrottle", key: "keyHash", backedUp: false },
  { name: "OneTimeChallenge", key: "id", backedUp: false },
  { name: "KeyCategory", key: "id", backedUp: true },
  { name: "KeyEntry", key: "id", backedUp: true },
  { name: "TwoFactorToken", key: "id", backedUp: true },
  { name: "EnvProject", key: "id", backedUp: true },
  { name: "EnvFile", key: "id", backedUp: true },
  { name: "AccessKey", key: "id", backedUp: true },
  { name: "KeyCheck", key: "keyId", backedUp: true },
  { name: "Upkeep", key: "name", backedUp: false },
];

/** Whether its rows belong to somebody. */
export const isOwned = (table: Table): boolean => columnsOf(table).includes("userId");

/** One of the list. Throws RangeError for what is none. */
export function tableNamed(name: string): Table {
  const table = tables.find((row) => row.name === name);
  if (!table) throw new RangeError("there is no such table");
  return table;
}

export const keptTables = tables.filter(({ backedUp }) => backedUp);

/** The columns of a table that are copied: all but the count of writes, which each database makes itself. */
export function columnsOf({ name }: Table): string[] {
  return Object.keys(Prisma[`${name}ScalarFieldEnum` as const]).filter((column) => column !== "revision");
}

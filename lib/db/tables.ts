import { Prisma } from "./generated/client";

export type Table = {
  name: Prisma.ModelName;
  /** The primary key: a single text column. */
  key: string;
  /**
   * False for rows that expire by themselves: a restored backup must not revive an ended session. Also false for what
   * `restore` writes itself.
   */
  backedUp: boolean;
};

/**
 * Every table, owners before what they own. Backup, restore, rotate, verify and migrate-database all use this list; a
 * test compares it with the schema. Only `Owner` is not in it: the database makes its rows itself, with those of `User`
 * and `Team`.
 */
export const tables: readonly Table[] = [
  { name: "User", key: "id", backedUp: true },
  { name: "Team", key: "id", backedUp: true },
  { name: "Membership", key: "id", backedUp: true },
  { name: "Invitation", key: "id", backedUp: false },
  { name: "Session", key: "id", backedUp: false },
  { name: "Account", key: "id", backedUp: true },
  { name: "AccountTotp", key: "userId", backedUp: true },
  { name: "RecoveryCode", key: "id", backedUp: true },
  { name: "Passkey", key: "id", backedUp: true },
  { name: "LoginThrottle", key: "keyHash", backedUp: false },
  { name: "OneTimeChallenge", key: "id", backedUp: false },
  { name: "TrashItem", key: "id", backedUp: true },
  { name: "KeyCategory", key: "id", backedUp: true },
  { name: "KeyEntry", key: "id", backedUp: true },
  { name: "TwoFactorToken", key: "id", backedUp: true },
  { name: "EnvProject", key: "id", backedUp: true },
  { name: "EnvFile", key: "id", backedUp: true },
  { name: "EntryVersion", key: "id", backedUp: true },
  { name: "EnvFileVersion", key: "id", backedUp: true },
  { name: "TrustRule", key: "id", backedUp: true },
  { name: "AccessKey", key: "id", backedUp: true },
  { name: "PreviousAccessKey", key: "id", backedUp: true },
  { name: "KeyNotice", key: "id", backedUp: true },
  { name: "CalendarFeed", key: "id", backedUp: true },
  // A backup would bring back views that were spent.
  { name: "ShareLink", key: "id", backedUp: false },
  { name: "Webhook", key: "id", backedUp: true },
  { name: "WebhookDelivery", key: "id", backedUp: false },
  { name: "Mail", key: "id", backedUp: false },
  { name: "MailChoice", key: "userId", backedUp: true },
  { name: "RevealCount", key: "id", backedUp: false },
  { name: "Activity", key: "id", backedUp: true },
  { name: "ActivityHead", key: "userId", backedUp: true },
  { name: "ActivityKey", key: "keyId", backedUp: true },
  { name: "KeyCheck", key: "keyId", backedUp: true },
  { name: "Upkeep", key: "name", backedUp: false },
];

/** Whether its rows belong to somebody: a person or a team. */
export const isOwned = (table: Table): boolean => columnsOf(table).includes("userId");

/** The table of this name. Throws RangeError if there is none. */
export function tableNamed(name: string): Table {
  const table = tables.find((row) => row.name === name);
  if (!table) throw new RangeError("there is no such table");
  return table;
}

export const keptTables = tables.filter(({ backedUp }) => backedUp);

/** The columns that are copied: all but the count of writes, which each database keeps itself. */
export function columnsOf({ name }: Table): string[] {
  return Object.keys(Prisma[`${name}ScalarFieldEnum` as const]).filter((column) => column !== "revision");
}

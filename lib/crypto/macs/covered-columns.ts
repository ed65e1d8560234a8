/**
 * The rows that give rights, and the columns that each row's MAC covers. This is the only place that says so. The first
 * column is the key. A column that is null is left out of the MAC, so that a new column, empty in every row,
 * invalidates none.
 *
 * Not covered: values that only advance (a passkey's counter, the last used step, whether a recovery code was used),
 * since somebody could restore the whole older row anyway. Nor values that are only displayed: names, times, addresses.
 */
export const coveredColumns = {
  // Includes the e-mail address: people are looked up by it, and it decides whose account an operator's command
  // affects.
  User: { id: "text", email: "text", passwordHash: "text", passwordMadeAt: "instant", factors: "text" },
  Session: {
    id: "text",
    userId: "text",
    tokenHash: "text",
    method: "text",
    provenAt: "instant",
    lastSeenAt: "instant",
    expiresAt: "instant",
  },
  Account: { id: "text", userId: "text", issuer: "text", subject: "text" },
  AccountTotp: { userId: "text", encryptedSecret: "bytes", confirmedAt: "instant" },
  RecoveryCode: { id: "text", userId: "text", codeHash: "text" },
  Passkey: { id: "text", userId: "text", credentialId: "text", publicKey: "bytes", origin: "text" },
  OneTimeChallenge: { id: "text", purpose: "text", userId: "text", valueHash: "text", expiresAt: "instant" },
  AccessKey: {
    id: "text",
    userId: "text",
    keyHash: "text",
    scopes: "text",
    expiresAt: "instant",
    bounds: "text",
    makerId: "text",
    ruleId: "text",
  },
  TrustRule: {
    id: "text",
    userId: "text",
    makerId: "text",
    issuer: "text",
    audience: "text",
    claims: "text",
    scopes: "text",
    bounds: "text",
    minutes: "count",
  },
  Membership: { id: "text", teamId: "text", userId: "text", role: "text", bounds: "text" },
  Invitation: {
    id: "text",
    teamId: "text",
    inviterId: "text",
    tokenHash: "text",
    role: "text",
    bounds: "text",
    email: "text",
    expiresAt: "instant",
  },
  CalendarFeed: { id: "text", userId: "text", readerId: "text", tokenHash: "text" },
  PreviousAccessKey: { id: "text", userId: "text", accessKeyId: "text", keyHash: "text", expiresAt: "instant" },
} as const satisfies Record<string, Record<string, Kind>>;

export type Kind = "text" | "instant" | "bytes" | "count";
type ValueOf<K> = K extends "bytes"
  ? Uint8Array | null
  : K extends "instant"
    ? Date | string | null
    : K extends "count"
      ? number | null
      : string | null;

export type CoveredTable = keyof typeof coveredColumns;
/** The columns needed to make or check a row's MAC. */
export type CoveredRow<T extends CoveredTable> = {
  readonly [C in keyof (typeof coveredColumns)[T]]: ValueOf<(typeof coveredColumns)[T][C]>;
};
type Selection<T extends CoveredTable> = { [C in keyof (typeof coveredColumns)[T] | "mac"]: true };

export const coveredTables = Object.keys(coveredColumns) as CoveredTable[];
export const isCovered = (table: string): table is CoveredTable => Object.hasOwn(coveredColumns, table);

/** The columns that a query must select so that the row's MAC can be checked, including the MAC. */
export const columnsToCheck = (table: CoveredTable): string[] => [...Object.keys(coveredColumns[table]), "mac"];
export const keyColumn = (table: CoveredTable): string => Object.keys(coveredColumns[table])[0] ?? "";

/** `columnsToCheck` as a `select` for the database client. */
export const selectionOf = <T extends CoveredTable>(table: T): Selection<T> =>
  Object.fromEntries(columnsToCheck(table).map((column) => [column, true])) as Selection<T>;

/**
 * The rows that give rights, and the columns that decide: the one place that says what each row's MAC covers. First the
 * key. A column that is null is left out of the MAC, so that one that comes later, empty in every row, changes none.
 *
 * Not covered, since the row as it was before can be put back anyway: what only counts on (a passkey's counter, the
 * last used step, whether a recovery code was used). Nor what is only shown: names, times, addresses.
 */
export const coveredColumns = {
  // The address too: by it a person is found, and whoever has it is who an operator's command means.
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
  AccessKey: { id: "text", userId: "text", keyHash: "text", scopes: "text", expiresAt: "instant" },
} as const satisfies Record<string, Record<string, Kind>>;

export type Kind = "text" | "instant" | "bytes";
type ValueOf<K> = K extends "bytes" ? Uint8Array | null : K extends "instant" ? Date | string | null : string | null;

export type CoveredTable = keyof typeof coveredColumns;
/** What making or checking a row's MAC takes. */
export type CoveredRow<T extends CoveredTable> = {
  readonly [C in keyof (typeof coveredColumns)[T]]: ValueOf<(typeof coveredColumns)[T][C]>;
};
type Selection<T extends CoveredTable> = { [C in keyof (typeof coveredColumns)[T] | "mac"]: true };

export const coveredTables = Object.keys(coveredColumns) as CoveredTable[];
export const isCovered = (table: string): table is CoveredTable => Object.hasOwn(coveredColumns, table);

/** The columns that a look at a row has to bring for its MAC to be checked, the MAC among them. */
export const columnsToCheck = (table: CoveredTable): string[] => [...Object.keys(coveredColumns[table]), "mac"];
export const keyColumn = (table: CoveredTable): string => Object.keys(coveredColumns[table])[0] ?? "";

/** `columnsToCheck` as a selection of the database client. */
export const selectionOf = <T extends CoveredTable>(table: T): Selection<T> =>
  Object.fromEntries(columnsToCheck(table).map((column) => [column, true])) as Selection<T>;

import { setFlagsFromString } from "node:v8";
import { Prisma, PrismaClient as SqliteClient } from "./generated/client";
import { PrismaClient as PostgresqlClient } from "./generated-postgresql/client";
import { ResilientPg } from "./postgresql/adapter";
import { isPostgresqlUrl, postgresqlConnection } from "./postgresql/protocol/connection";
import { SqliteAdapter } from "./sqlite/adapter";
import type { TransactionMutex } from "./transactions/transaction-mutex";

/*
 * Prisma's query compiler is WebAssembly. V8 would begin to optimize its functions after a handful of queries, on other
 * threads, and an operator's command would spend half of its CPU time on code that it hardly runs again. With fifty times
 * the default budget, only a vault that runs for longer gets there.
 */
setFlagsFromString("--wasm-tiering-budget=100000000");

/** Secret columns and MACs never leave the database unless a query asks for them by name. */
const omit = {
  user: { passwordHash: true, mac: true },
  session: { tokenHash: true, mac: true },
  account: { mac: true },
  keyEntry: { encryptedValue: true },
  twoFactorToken: { encryptedSecret: true },
  envFile: { encryptedContent: true },
  entryVersion: { encryptedValue: true },
  envFileVersion: { encryptedContent: true },
  activity: { mac: true },
  activityKey: { sealedKey: true },
  membership: { mac: true },
  invitation: { tokenHash: true, mac: true },
  accessKey: { keyHash: true, mac: true },
  trustRule: { mac: true },
  previousAccessKey: { keyHash: true, mac: true },
  calendarFeed: { tokenHash: true, mac: true },
  shareLink: { ciphertext: true },
  webhook: { sealedTarget: true },
  mail: { sealedMessage: true },
  accountTotp: { encryptedSecret: true, mac: true },
  recoveryCode: { codeHash: true, mac: true },
  passkey: { mac: true },
  oneTimeChallenge: { valueHash: true, mac: true },
  keyCheck: { sealedCheck: true },
} as const satisfies Prisma.GlobalOmitConfig;

export type DatabaseKind = "sqlite" | "postgresql";

export const databaseKind = (databaseUrl: string): DatabaseKind =>
  isPostgresqlUrl(databaseUrl) ? "postgresql" : "sqlite";

/** The file of a `file:` URL, decoded. */
export function sqliteFile(databaseUrl: string): string {
  return decodeURIComponent(databaseUrl.replace(/^file:(\/\/(?=\/))?/, ""));
}

const options = {
  omit,
  // Prisma's error messages quote the data they were given. They must never be printed.
  errorFormat: "minimal",
  log: [],
  transactionOptions: { maxWait: 10_000, timeout: 15_000 },
} as const satisfies Partial<Prisma.PrismaClientOptions>;

/** Opens the database of a `file:` or `postgresql:` URL. It connects at the first query. */
export function openDatabase(databaseUrl: string): Db {
  return isPostgresqlUrl(databaseUrl)
    ? openPostgresql(new ResilientPg(postgresqlConnection(databaseUrl)))
    : openSqlite(databaseUrl);
}

export function openSqlite(databaseUrl: string, mutex?: TransactionMutex) {
  return new SqliteClient({
    ...options,
    adapter: new SqliteAdapter({ file: sqliteFile(databaseUrl), timeout: 10_000 }, mutex),
  });
}

export function openPostgresql(adapter: ResilientPg): Db {
  const client = new PostgresqlClient({ ...options, adapter });
  // Both clients are generated from the same models and differ in nothing that the vault uses, so one type serves for
  // both.
  return client as unknown as Db;
}

export type Db = ReturnType<typeof openSqlite>;
/** The client inside an interactive transaction. Nothing else may be used there. */
export type Tx = Parameters<Parameters<Db["$transaction"]>[0]>[0];
export { Prisma };

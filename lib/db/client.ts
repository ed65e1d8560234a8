import { Prisma, PrismaClient } from "./generated/client";
import { IsolatedBetterSqlite3 } from "./sqlite-adapter";

/** Secret columns never leave the database unless a query asks for them by name. */
const omit = {
  user: { passwordHash: true },
  session: { tokenHash: true },
  keyEntry: { encryptedValue: true },
  twoFactorToken: { encryptedSecret: true },
  envFile: { encryptedContent: true },
  accessKey: { keyHash: true },
  accountTotp: { encryptedSecret: true },
  recoveryCode: { codeHash: true },
  oneTimeChallenge: { valueHash: true },
  keyCheck: { sealedCheck: true },
} as const satisfies Prisma.GlobalOmitConfig;

/** The file of a `file:` URL, decoded. */
export function sqliteFile(databaseUrl: string): string {
  return decodeURIComponent(databaseUrl.replace(/^file:(\/\/(?=\/))?/, ""));
}

/** Opens the database of a `file:` URL. Connects at the first query. */
export function openDatabase(databaseUrl: string) {
  const adapter = new IsolatedBetterSqlite3({ url: `file:${sqliteFile(databaseUrl)}`, timeout: 10_000 });
  return new PrismaClient({
    adapter,
    omit,
    // Prisma's error messages quote the data they were given: never print them.
    errorFormat: "minimal",
    log: [],
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
}

export type Db = ReturnType<typeof openDatabase>;
/** The client inside an interactive transaction: the only one to use there. */
export type Tx = Parameters<Parameters<Db["$transaction"]>[0]>[0];
export { Prisma };

import { randomUUID } from "node:crypto";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { hashPassword } from "@/lib/crypto/tokens/password";
import { hashToken, newRandomToken } from "@/lib/crypto/tokens/token";
import { storedInstant } from "@/lib/db/instants";
import { postgresqlUrlOf } from "./database";
import { hash } from "../quick-argon2.mjs";
import { masterKeysIn, rightsOf } from "../sign-in/signing";
import { knowsQuickHashes } from "./server";
import { databaseFile } from "./store";

/** `session` is the value of the session's cookie. */
export type SeededUser = { id: string; email: string; session: string };

export const sessionCookie = "next-auth.session-token";

const hour = 3_600_000;
/**
 * The stored forms of passwords, so that not every test file hashes them again: quick ones, and real ones for vaults that
 * know no others.
 */
const quickHashes = new Map<string, Promise<string>>();
const realHashes = new Map<string, Promise<string>>();

function hashOf(password: string, dataDir: string): Promise<string> {
  const isQuick = knowsQuickHashes(dataDir);
  const hashes = isQuick ? quickHashes : realHashes;
  const known =
    hashes.get(password) ?? (isQuick ? hash(password, { memoryCost: 64 * 1024, timeCost: 3 }) : hashPassword(password));
  hashes.set(password, known);
  return known;
}

/**
 * A registered user with a session, written into a vault's database as the vault itself would. Thousands of tests need
 * one, and each would wait for two slow hashes. Registration and sign-in have their own tests.
 */
export async function seedUser(
  dataDir: string,
  { password, userAgent, name }: { password: string; userAgent: string; name?: string },
): Promise<SeededUser> {
  const [id, sessionToken, now] = [randomUUID(), newRandomToken(), Date.now()];
  const at = storedInstant(new Date(now));
  const email = `${id}@example.com`;
  const rights = rightsOf(dataDir);
  const { passwordMadeAt: _, ...account } = rights.sign("User", {
    id,
    email,
    passwordHash: await hashOf(password, dataDir),
    passwordMadeAt: null,
    factors: "",
  });
  const session = rights.sign("Session", {
    id: randomUUID(),
    userId: id,
    tokenHash: hashToken(sessionToken),
    lastSeenAt: at,
    expiresAt: storedInstant(new Date(now + 12 * hour)),
    method: "password",
    provenAt: at,
  });
  await insert(dataDir, [
    ["User", { ...account, ...(name === undefined ? {} : { name }), createdAt: at, updatedAt: at }],
    ["Session", { ...session, createdAt: at, address: "127.0.0.1", userAgent }],
  ]);
  return {
    id,
    email,
    session: await encode({ token: { sub: id, email, sessionToken }, secret: sessionSecret(dataDir) }),
  };
}

const sessionSecret = (dataDir: string): string =>
  masterKeysIn(dataDir).sealing.derive("session-token").export().toString("base64url");

type Rows = readonly (readonly [table: string, row: Record<string, string>])[];

async function insert(dataDir: string, rows: Rows): Promise<void> {
  const url = postgresqlUrlOf(dataDir);
  const sql = ([table, row]: Rows[number], placeholder: (at: number) => string) => {
    const columns = Object.keys(row);
    return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${columns.map((_, at) => placeholder(at)).join(", ")})`;
  };
  if (url !== undefined) {
    for (const row of rows)
      await poolOf(url).query(
        sql(row, (at) => `$${at + 1}`),
        Object.values(row[1]),
      );
    return;
  }
  const database = new SqliteDatabase(databaseFile({ dataDir }), { timeout: 10_000 });
  try {
    database.transaction(() =>
      rows.forEach((row) => database.prepare(sql(row, () => "?")).run(...Object.values(row[1]))),
    );
  } finally {
    database.close();
  }
}

const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // A server that a test ends closes idle connections too. The next query opens another.
  pool.on("error", () => {});
  pools.set(url, pool);
  return pool;
}

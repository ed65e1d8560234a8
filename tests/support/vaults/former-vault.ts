import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { migrateSqlite } from "@/lib/db/migrate-sqlite";
import { withPreparationLock } from "@/lib/db/migrate-postgresql";
import { storedInstant } from "@/lib/db/instant";
import { parseKeyRing } from "@/lib/crypto/keyring";
import { ensureDatabase, postgresqlUrlOf } from "./database";
import { sessionCookie } from "./seeded-user";
import { newDataDir, projectRoot, removeDataDir } from "./server";
import { changeStore, databaseFile } from "./store";

type FixtureRow = Record<string, string | number | null | { $hex: string }>;
type Known = {
  masterKey: string;
  password: string;
  key: string;
  totpSecret: string;
  recoveryCode: string;
  sessionTokens: { ada: string; grace: string };
};

const fixtures = path.join(projectRoot, "tests/fixtures/vault-before-rights");
const readFormer = () =>
  JSON.parse(readFileSync(path.join(fixtures, "vault.json"), "utf8")) as {
    known: Known;
    rows: Record<string, FixtureRow[]>;
  };
const hour = 3_600_000;

/**
 * Creates a vault in an empty folder as the last release without MACs left it, on this test file's kind of database,
 * with two accounts. Ada has a session, an access key, an identity and an entry; Grace has a session, a second factor
 * and a passkey that nobody holds.
 */
export async function aFormerVault(
  dataDir: string,
): Promise<{ dataDir: string; known: Known; cookies: { ada: string; grace: string } }> {
  const { known, rows } = readFormer();
  keepMasterKey(dataDir, known);
  await migrateToFormer(dataDir);
  const now = Date.now();
  for (const [table, found] of Object.entries(rows)) {
    for (const row of found) {
      // Its sessions are active, whenever the test runs.
      const times: FixtureRow =
        table === "Session"
          ? {
              lastSeenAt: storedInstant(new Date(now)),
              provenAt: storedInstant(new Date(now)),
              expiresAt: storedInstant(new Date(now + hour)),
            }
          : {};
      const filled: FixtureRow = { ...row, ...times };
      const columns = Object.keys(filled);
      const values = Object.values(filled).map((value) =>
        typeof value === "object" && value !== null ? Buffer.from(value.$hex, "hex") : value,
      );
      changeStore(
        { dataDir },
        `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        values,
      );
    }
  }
  return { dataDir, known, cookies: await cookiesOf(known) };
}

/** The backup that the same release made of that vault, and an empty folder with the master key for it. */
export async function aFormerBackup(
  dataDir: string,
): Promise<{ file: string; dataDir: string; known: Known; cookies: { ada: string; grace: string } }> {
  const { known } = readFormer();
  keepMasterKey(dataDir, known);
  return { file: path.join(fixtures, "vault.backup"), dataDir, known, cookies: await cookiesOf(known) };
}

const keepMasterKey = (dataDir: string, { masterKey }: Known) =>
  writeFileSync(path.join(dataDir, "master.key"), `${masterKey}\n`, { mode: 0o600 });

async function cookiesOf({ masterKey, sessionTokens: { ada, grace } }: Known): Promise<{ ada: string; grace: string }> {
  const secret = parseKeyRing(masterKey).sealing.derive("session-token").export().toString("base64url");
  const cookieOf = async (sessionToken: string) =>
    `${sessionCookie}=${await encode({ token: { sessionToken }, secret })}`;
  return { ada: await cookieOf(ada), grace: await cookieOf(grace) };
}

async function migrateToFormer(dataDir: string): Promise<void> {
  const url = postgresqlUrlOf(dataDir);
  const folder = newDataDir();
  cpSync(path.join(projectRoot, "prisma/migrations", url === undefined ? "sqlite" : "postgresql"), folder, {
    recursive: true,
  });
  for (const name of readdirSync(folder).filter((one) => /^\d/.test(one) && one >= "0005"))
    rmSync(path.join(folder, name), { recursive: true });
  if (url === undefined) {
    migrateSqlite(databaseFile({ dataDir }), folder);
  } else {
    await ensureDatabase(url);
    await withPreparationLock(url, (migrate) => migrate(folder));
  }
  removeDataDir(folder);
}

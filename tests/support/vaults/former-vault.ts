import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encode } from "next-auth/jwt";
import { migrateSqlite } from "@/lib/db/sqlite/migrate";
import { withPreparationLock } from "@/lib/db/postgresql/migrate";
import { storedInstant } from "@/lib/db/instants";
import { parseKeyRing } from "@/lib/crypto/sealing/keyring";
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

/** A release whose vault is kept in tests/fixtures, and the first migration that it did not have. */
type Release<K> = { folder: string; nextMigration: string; known?: K };

const beforeRights: Release<Known> = { folder: "vault-before-rights", nextMigration: "0005" };
/** The last release whose access keys had no limits. */
export const beforeBounds: Release<{ masterKey: string; key: string; keyId: string; sessionTokens: { ada: string } }> =
  {
    folder: "vault-before-bounds",
    nextMigration: "0008",
  };

/** The last release in which every vault belonged to a person. */
export const beforeTeams: Release<{
  masterKey: string;
  key: string;
  boundedKey: string;
  sessionTokens: { ada: string };
}> = { folder: "vault-before-teams", nextMigration: "0009" };

/** The last release that kept no former values and had no trash. */
export const beforeHistory: Release<{
  masterKey: string;
  key: string;
  entryId: string;
  projectId: string;
  fileId: string;
  teamId: string;
}> = { folder: "vault-before-history", nextMigration: "0010" };

/** The last release whose two-factor tokens all had 6 digits and 30 seconds. */
export const beforeKinds: Release<{ masterKey: string; key: string; secret: string; trashedId: string }> = {
  folder: "vault-before-kinds",
  nextMigration: "0012",
};

/** The last release that told nobody but by mail what is due. Its vault has rows of everything that there was. */
export const beforeToldDates: Release<{
  masterKey: string;
  secret: string;
  userId: string;
  teamId: string;
  keys: Record<"former" | "rotated" | "bounded" | "canary" | "expired" | "issued" | "graces", string>;
  ids: Record<
    "entryId" | "laterId" | "renamedId" | "movedId" | "groupId" | "importedId" | "projectId" | "fileId",
    string
  >;
  tokens: Record<"usualId" | "longId" | "countedId" | "steamId", string>;
  trash: Record<"trashedId" | "trashedCategoryId" | "trashedTokenId" | "trashedFileId", string>;
  calendarToken: string;
  link: { id: string; key: string; passphrase: string };
  invited: string;
  webhook: { id: string; secret: string };
  heads: { vaultId: string; number: number; mac: string }[];
}> = { folder: "vault-before-told-dates", nextMigration: "0020" };

const fixture = ({ folder }: Release<unknown>, name: string) => path.join(projectRoot, "tests/fixtures", folder, name);
const readFormer = <K>(release: Release<K>) =>
  JSON.parse(readFileSync(fixture(release, "vault.json"), "utf8")) as { known: K; rows: Record<string, FixtureRow[]> };
const hour = 3_600_000;

/**
 * Creates a vault in an empty folder as the last release without MACs left it, on this test file's kind of database,
 * with two accounts. Ada has a session, an access key, an identity and an entry; Grace has a session, a second factor
 * and a passkey that nobody holds.
 */
export async function aFormerVault(
  dataDir: string,
): Promise<{ dataDir: string; known: Known; cookies: { ada: string; grace: string } }> {
  const known = await fillFormer(dataDir, beforeRights);
  return { dataDir, known, cookies: await cookiesOf(known) };
}

/** Creates a vault in an empty folder as the release left it, on this test file's kind of database. */
export async function fillFormer<K extends { masterKey: string }>(dataDir: string, release: Release<K>): Promise<K> {
  const { known, rows } = readFormer(release);
  keepMasterKey(dataDir, known);
  await migrateToFormer(dataDir, release.nextMigration);
  const now = Date.now();
  for (const [table, found] of Object.entries(rows)) {
    for (const row of found) {
      const filled: FixtureRow = { ...row, ...lately(table, row, now) };
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
  return known;
}

/**
 * The times that make a row as young as it was, whenever the test runs: sessions are active, and nothing in the trash or
 * of webhooks is old enough to be deleted or given up. Those with a MAC have ended, as their times are covered.
 */
function lately(table: string, row: FixtureRow, now: number): FixtureRow {
  const [nowAt, laterAt] = [now, now + hour].map((ms) => storedInstant(new Date(ms))) as [string, string];
  if (table === "Session" && !("mac" in row)) return { lastSeenAt: nowAt, provenAt: nowAt, expiresAt: laterAt };
  if (table === "TrashItem") return { deletedAt: nowAt };
  if (table === "WebhookDelivery") return { createdAt: nowAt };
  if (table === "Webhook" && row.nextAttemptAt !== null) return { failingSince: nowAt, nextAttemptAt: laterAt };
  return {};
}

/** The backup that the same release made of that vault, and an empty folder with the master key for it. */
export async function aFormerBackup(
  dataDir: string,
): Promise<{ file: string; dataDir: string; known: Known; cookies: { ada: string; grace: string } }> {
  const { known } = readFormer(beforeRights);
  keepMasterKey(dataDir, known);
  return { file: fixture(beforeRights, "vault.backup"), dataDir, known, cookies: await cookiesOf(known) };
}

/** The backup of another release's vault, and the master key for it in an empty folder. */
export function formerBackup<K extends { masterKey: string }>(
  dataDir: string,
  release: Release<K>,
): { file: string; known: K } {
  const { known } = readFormer(release);
  keepMasterKey(dataDir, known);
  return { file: fixture(release, "vault.backup"), known };
}

const keepMasterKey = (dataDir: string, { masterKey }: { masterKey: string }) =>
  writeFileSync(path.join(dataDir, "master.key"), `${masterKey}\n`, { mode: 0o600 });

async function cookiesOf({ masterKey, sessionTokens: { ada, grace } }: Known): Promise<{ ada: string; grace: string }> {
  const secret = parseKeyRing(masterKey).sealing.derive("session-token").export().toString("base64url");
  const cookieOf = async (sessionToken: string) =>
    `${sessionCookie}=${await encode({ token: { sessionToken }, secret })}`;
  return { ada: await cookieOf(ada), grace: await cookieOf(grace) };
}

async function migrateToFormer(dataDir: string, nextMigration: string): Promise<void> {
  const url = postgresqlUrlOf(dataDir);
  const folder = newDataDir();
  cpSync(path.join(projectRoot, "prisma/migrations", url === undefined ? "sqlite" : "postgresql"), folder, {
    recursive: true,
  });
  for (const name of readdirSync(folder).filter((one) => /^\d/.test(one) && one >= nextMigration))
    rmSync(path.join(folder, name), { recursive: true });
  if (url === undefined) {
    migrateSqlite(databaseFile({ dataDir }), folder);
  } else {
    await ensureDatabase(url);
    await withPreparationLock(url, (migrate) => migrate(folder));
  }
  removeDataDir(folder);
}

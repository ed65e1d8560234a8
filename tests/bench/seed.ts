import { randomUUID } from "node:crypto";
import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite-driver";
import { scopes } from "@/lib/contracts/scopes";
import { hashToken, keyPrefixOf, newAccessKey } from "@/lib/crypto/token";
import { createRights, type Rights } from "@/lib/crypto/rights";
import { createVault, type Vault } from "@/lib/crypto/vault";
import { readSettings } from "@/lib/env";
import { loadKeyRing } from "@/lib/runtime/master-key";
import { prepare } from "@/lib/runtime/prepare";

export type Owner = {
  key: string;
  /** Limited to the project that a tenth of the entries belong to. */
  boundedKey: string;
  entryId: string;
  tokenId: string;
  projectId: string;
  fileId: string;
  categoryId: string;
};
export type Seeded = { databaseFile: string; owners: Record<string, Owner> };

const now = () => new Date().toISOString().replace("Z", "+00:00");
const environments = ["development", "staging", "production", null];

/**
 * A prepared data folder with one owner for each size: 10 categories, this many entries, 20 tokens, 20 projects of one
 * file.
 */
export async function seed(dataDir: string, sizes: Record<string, number>): Promise<Seeded> {
  const settings = readSettings({ VAULT_DATA_DIR: dataDir });
  const { lock, database: databaseFile } = await prepare(settings, path.resolve("prisma/migrations"));
  lock.release();
  const ring = loadKeyRing(settings);
  if (!ring) throw new Error("no master key was made");
  const database = new SqliteDatabase(databaseFile);
  const sealing = { vault: createVault(ring), rights: createRights(ring) };
  const owners = Object.fromEntries(
    Object.entries(sizes).map(([name, entries]) => [
      name,
      database.transaction(() => addOwner(database, sealing, entries)),
    ]),
  );
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  return { databaseFile, owners };
}

/** One statement per table, prepared once: a million rows are inserted this way. */
function inserter(database: SqliteDatabase, table: string, columns: readonly string[]) {
  const statement = database.prepare(
    `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  return (...values: unknown[]) => void statement.run(...values);
}

/** Seals its values and signs its key. */
export type Sealing = { vault: Pick<Vault, "seal">; rights: Pick<Rights, "sign"> };

const boundedProject = "billing";

/** Returns the new key. */
function addKey(
  database: SqliteDatabase,
  rights: Sealing["rights"],
  { userId, at, bounds }: { userId: string; at: string; bounds: string | null },
): string {
  const key = newAccessKey();
  const row = rights.sign("AccessKey", {
    id: randomUUID(),
    userId,
    keyHash: hashToken(key),
    scopes: scopes.join(" "),
    expiresAt: null,
    bounds,
    makerId: null,
    ruleId: null,
  });
  const columns = ["id", "userId", "name", "keyHash", "keyPrefix", "scopes", "bounds", "createdAt", "mac"];
  inserter(database, "AccessKey", columns)(
    row.id,
    userId,
    "bench",
    row.keyHash,
    keyPrefixOf(key),
    row.scopes,
    bounds,
    at,
    row.mac,
  );
  return key;
}

export function addOwner(database: SqliteDatabase, { vault, rights }: Sealing, entries: number): Owner {
  const at = now();
  const userId = randomUUID();
  inserter(database, "User", ["id", "email", "createdAt", "updatedAt"])(userId, `${userId}@example.com`, at, at);
  const [key, boundedKey] = [null, JSON.stringify({ projects: [boundedProject] })].map((bounds) =>
    addKey(database, rights, { userId, at, bounds }),
  ) as [string, string];
  const addCategory = inserter(database, "KeyCategory", [
    "id",
    "userId",
    "name",
    "keyType",
    "envVarName",
    "icon",
    "createdAt",
    "updatedAt",
  ]);
  const categories = Array.from({ length: 10 }, (_, index) => {
    const id = randomUUID();
    addCategory(id, userId, `Provider ${index}`, "simple", `PROVIDER_${index}_KEY`, "stripe", at, at);
    return id;
  });
  const addEntry = inserter(database, "KeyEntry", [
    "id",
    "userId",
    "categoryId",
    "name",
    "environment",
    "encryptedValue",
    "createdAt",
    "updatedAt",
  ]);
  const entryIds = Array.from({ length: entries }, (_, index) => {
    const id = randomUUID();
    const sealed = Buffer.from(
      vault.seal(`sk_test_not_a_real_key_${index}`, { table: "KeyEntry", field: "encryptedValue", rowId: id, userId }),
    );
    addEntry(
      id,
      userId,
      categories[index % categories.length],
      index % 10 === 0 ? boundedProject : `project-${index}`,
      environments[index % 4],
      sealed,
      at,
      at,
    );
    return id;
  });
  const addToken = inserter(database, "TwoFactorToken", [
    "id",
    "userId",
    "service",
    "accountName",
    "encryptedSecret",
    "createdAt",
    "updatedAt",
  ]);
  const tokenIds = Array.from({ length: 20 }, (_, index) => {
    const id = randomUUID();
    const secret = JSON.stringify({ secret: "JBSWY3DPEHPK3PXP", algorithm: "sha1" });
    addToken(
      id,
      userId,
      `Service ${index}`,
      "ada@example.com",
      Buffer.from(vault.seal(secret, { table: "TwoFactorToken", field: "encryptedSecret", rowId: id, userId })),
      at,
      at,
    );
    return id;
  });
  const addProject = inserter(database, "EnvProject", [
    "id",
    "userId",
    "name",
    "description",
    "createdAt",
    "updatedAt",
  ]);
  const addFile = inserter(database, "EnvFile", [
    "id",
    "userId",
    "projectId",
    "fileType",
    "encryptedContent",
    "createdAt",
    "updatedAt",
  ]);
  const content = Array.from({ length: 30 }, (_, line) => `NAME_${line}=value-${line}-not-a-secret\n`).join("");
  const projects = Array.from({ length: 20 }, (_, index) => {
    const projectId = randomUUID();
    const fileId = randomUUID();
    addProject(projectId, userId, `Project ${index}`, "", at, at);
    addFile(
      fileId,
      userId,
      projectId,
      "env",
      Buffer.from(
        vault.seal(content, { table: "EnvFile", field: "encryptedContent", rowId: fileId, userId, padding: "padme" }),
      ),
      at,
      at,
    );
    return { projectId, fileId };
  });
  const first = <T>(list: readonly T[]): T => {
    if (list[0] === undefined) throw new Error("an owner needs at least one of each");
    return list[0];
  };
  return {
    key,
    boundedKey,
    entryId: first(entryIds),
    tokenId: first(tokenIds),
    categoryId: first(categories),
    ...first(projects),
  };
}

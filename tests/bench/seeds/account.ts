import { scopes } from "@/lib/contracts/access/scopes";
import type { ActivityChain } from "@/lib/crypto/macs/activity-chain";
import type { KeyRing } from "@/lib/crypto/sealing/keyring";
import { createActivityChain } from "@/lib/crypto/macs/activity-chain";
import { createRights, type Rights } from "@/lib/crypto/macs/rights";
import { sealedIn, type SealedTable } from "@/lib/crypto/sealing/sealed-columns";
import { hashToken, keyPrefixOf, newAccessKey } from "@/lib/crypto/tokens/token";
import { createVault, type Vault } from "@/lib/crypto/sealing/vault";
import { storedInstant } from "@/lib/db/instants";
import { newRowId } from "@/lib/db/row-id";

/*
 * An account with all that it owns, as rows. Every value is sealed and every record linked as the vault does it, so that
 * verify and rotate find nothing wrong with it.
 */

export type Owner = {
  userId: string;
  key: string;
  /** Limited to the project that a tenth of the entries belong to. */
  boundedKey: string;
  entryId: string;
  /** Some of its entries, the first one included. */
  entryIds: string[];
  tokenId: string;
  projectId: string;
  fileId: string;
  categoryId: string;
};

export type Size = {
  entries: number;
  /**
   * Also a former value of every tenth entry and of every other file, ten of the first entry, and as many records of the
   * activity as entries.
   */
  past?: boolean;
};

export type Cell = string | number | null | Uint8Array;
export type Row = Record<string, Cell>;
/** By table. What a row refers to stands in a table before its own. All rows of a table have the same columns. */
export type Rows = Map<string, Row[]>;

/** Seals its values, signs its keys and links its records. */
export type Sealing = { vault: Pick<Vault, "seal">; rights: Pick<Rights, "sign">; chain: Pick<ActivityChain, "link"> };
export const sealingWith = (ring: KeyRing): Sealing => ({
  vault: createVault(ring),
  rights: createRights(ring),
  chain: createActivityChain(ring),
});

const environments = ["development", "staging", "production", null] as const;
const boundedProject = "billing";
const formerOfFirst = 10;
const [categoryCount, tokenCount, projectCount] = [10, 20, 20];
const fileContent = Array.from({ length: 30 }, (_, line) => `NAME_${line}=value-${line}-not-a-secret\n`).join("");
const dayMs = 24 * 60 * 60_000;
/** How long ago the first record was written: none is old enough to be deleted. */
const pastMs = 300 * dayMs;

export function accountRows({ vault, rights, chain }: Sealing, { entries, past = false }: Size): [Owner, Rows] {
  const rows: Rows = new Map();
  const now = Date.now();
  const at = storedInstant(new Date(now));
  const userId = newRowId();
  const add = (table: string, row: Row) => void (rows.get(table) ?? rows.set(table, []).get(table))?.push(row);
  const seal = (table: SealedTable, id: string, text: string) => vault.seal(text, sealedIn(table, id, userId));
  const made = { userId, createdAt: at, updatedAt: at };
  const person = { kind: "session", userId, name: "Ada", keyId: null, keyPrefix: null };
  const by = JSON.stringify(person);

  const user = { id: userId, email: `${userId}@example.com`, passwordHash: null, passwordMadeAt: null, factors: "" };
  add("User", { ...rights.sign("User", user), createdAt: at, updatedAt: at });
  const keys = [null, JSON.stringify({ projects: [boundedProject] })].map((bounds) => {
    const key = newAccessKey();
    const id = newRowId();
    const covered = { id, userId, keyHash: hashToken(key), scopes: scopes.join(" "), bounds };
    const { mac } = rights.sign("AccessKey", { ...covered, expiresAt: null, makerId: null, ruleId: null });
    add("AccessKey", { ...covered, name: "bench", keyPrefix: keyPrefixOf(key), createdAt: at, mac });
    return { id, key, prefix: keyPrefixOf(key) };
  });
  const categories = times(categoryCount, (index) => {
    const id = newRowId();
    const named = { name: `Provider ${index}`, keyType: "simple", envVarName: `PROVIDER_${index}_KEY`, icon: "stripe" };
    add("KeyCategory", { id, ...made, ...named });
    return id;
  });
  const entryIds = times(entries, (index) => {
    const id = newRowId();
    const former = past ? (index === 0 ? formerOfFirst : index % 10 === 0 ? 1 : 0) : 0;
    add("KeyEntry", {
      id,
      ...made,
      categoryId: categories[index % categoryCount] ?? null,
      name: index % 10 === 0 ? boundedProject : `project-${index}`,
      environment: environments[index % 4] ?? null,
      encryptedValue: seal("KeyEntry", id, `sk_test_not_a_real_key_${index}`),
      version: 1 + former,
      valueId: former > 0 ? newRowId() : null,
      valueVersion: 1 + former,
      valueAt: former > 0 ? at : null,
      valueBy: by,
    });
    for (let version = 1; version <= former; version += 1)
      add("EntryVersion", {
        id: newRowId(),
        userId,
        entryId: id,
        version,
        valueId: version === 1 ? null : newRowId(),
        encryptedValue: seal("EntryVersion", id, `sk_test_not_a_real_key_${index}_${version}`),
        createdAt: at,
        writtenBy: by,
        replacedAt: at,
        samePlace: 1,
      });
    return id;
  });
  const tokenIds = times(tokenCount, (index) => {
    const id = newRowId();
    const secret = JSON.stringify({ secret: "JBSWY3DPEHPK3PXP", algorithm: "sha1" });
    const named = { service: `Service ${index}`, accountName: "ada@example.com" };
    add("TwoFactorToken", { id, ...made, ...named, encryptedSecret: seal("TwoFactorToken", id, secret) });
    return id;
  });
  const projects = times(projectCount, (index) => {
    const projectId = newRowId();
    add("EnvProject", { id: projectId, ...made, name: `Project ${index}`, description: "" });
    const fileId = newRowId();
    const version = past && index % 2 === 0 ? 2 : 1;
    add("EnvFile", {
      id: fileId,
      ...made,
      projectId,
      fileType: "env",
      encryptedContent: seal("EnvFile", fileId, fileContent),
      version,
      valueId: version > 1 ? newRowId() : null,
      valueVersion: version,
      valueAt: version > 1 ? at : null,
      valueBy: by,
    });
    if (version > 1)
      add("EnvFileVersion", {
        id: newRowId(),
        userId,
        fileId,
        version: 1,
        encryptedContent: seal("EnvFileVersion", fileId, fileContent),
        createdAt: at,
        writtenBy: by,
        replacedAt: at,
        samePlace: 1,
      });
    return { projectId, fileId };
  });
  const [key, bounded] = [first(keys), keys[1] ?? first(keys)];
  if (past) {
    // Most of what a vault records is that scripts fetched a value.
    let previous: string | null = null;
    times(entries, (index) => {
      const isReveal = index % 5 > 0;
      const record = {
        id: newRowId(),
        userId,
        number: index + 1,
        at: storedInstant(new Date(now - pastMs + Math.floor((pastMs * index) / entries))),
        action: isReveal ? "entry.reveal" : "entry.update",
        actorKind: isReveal ? "key" : "session",
        actorUserId: userId,
        actorName: isReveal ? "bench" : "Ada",
        actorKeyId: isReveal ? key.id : null,
        actorKeyPrefix: isReveal ? key.prefix : null,
        address: "203.0.113.7",
        userAgent: isReveal ? "curl/8.5.0" : "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        objectKind: "entry",
        objectId: entryIds[(index * 7) % entries] ?? null,
        objectName: `Provider ${index % categoryCount} · project-${index}`,
        project: `project-${index}`,
        environment: environments[index % 4] ?? null,
        valueId: null,
        count: null,
        outcome: "done",
        requestId: newRowId(),
        reason: null,
      };
      previous = chain.link(previous, record);
      add("Activity", { ...record, mac: previous });
    });
    add("ActivityHead", { userId, number: entries, mac: previous, startNumber: 0 });
  }
  const owner = {
    userId,
    key: key.key,
    boundedKey: bounded.key,
    entryId: first(entryIds),
    entryIds: entryIds.slice(0, 1_000),
    tokenId: first(tokenIds),
    categoryId: first(categories),
    ...first(projects),
  };
  return [owner, rows];
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

function first<T>(list: readonly T[]): T {
  if (list[0] === undefined) throw new Error("an owner needs at least one of each");
  return list[0];
}

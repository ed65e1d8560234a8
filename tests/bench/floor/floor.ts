import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createVault } from "@/lib/crypto/sealing/vault";
import { newRowId } from "@/lib/db/row-id";
import { assignment, comment } from "@/lib/dotenv/serialize";
import { readSettings } from "@/lib/env";
import { loadKeyRing } from "@/lib/runtime/master-key";
import { type Later, openFloorDatabase, then } from "./floor-database";

/**
 * The floor: a handwritten server that is built only for speed. It uses node:http and prepared statements of SQLite or
 * pg; the same columns, joins, JSON bytes and cryptography as the vault; and none of its checks: no validation, no
 * schema, no log.
 */
const [target = "", dataDir = ""] = process.argv.slice(2);
const ring = loadKeyRing(readSettings({ VAULT_DATA_DIR: dataDir }));
if (!ring) throw new Error("no master key");
const vault = createVault(ring);
const db = openFloorDatabase(target);

type Instant = string | Date | null;
type Text = Record<string, string | null>;
const key = db.prepare<{ userId: string; scopes: string; expiresAt: Instant; bounds: string | null }>(
  'SELECT "userId", "scopes", "expiresAt", "bounds" FROM "AccessKey" WHERE "keyHash" = ?',
);
const categories = db.prepare<Text>(
  'SELECT "id", "userId", "name", "keyType", "envVarName", "icon", "description", "origin", "createdAt", "updatedAt", "version" FROM "KeyCategory" WHERE "userId" = ? ORDER BY "name", "createdAt", "id"',
);
const entryColumns =
  'e."id", e."categoryId", e."name", e."environment", e."notes", e."fieldNames", e."expiresAt", e."rotateEveryDays", e."valueAt", e."createdAt", e."updatedAt", e."version"';
const entriesWhere = (condition: string) =>
  db.prepare<Text>(
    `SELECT ${entryColumns}, c."name" AS "categoryName", c."keyType", c."envVarName", c."icon" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE ${condition} ORDER BY e."name", e."createdAt", e."id"`,
  );
const entries = entriesWhere('e."userId" = ?');
const entriesOfProject = entriesWhere('e."userId" = ? AND e."name" = ?');
const entry = db.prepare<Text>(`SELECT ${entryColumns} FROM "KeyEntry" e WHERE e."id" = ? AND e."userId" = ?`);
const sealedEntry = db.prepare<{ name: string; environment: string | null; encryptedValue: Buffer; keyType: string }>(
  'SELECT e."name", e."environment", e."encryptedValue", c."keyType" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."id" = ? AND e."userId" = ?',
);
const sealedToken = db.prepare<{ service: string; accountName: string; encryptedSecret: Buffer }>(
  'SELECT "service", "accountName", "encryptedSecret" FROM "TwoFactorToken" WHERE "id" = ? AND "userId" = ?',
);
const sealedFile = db.prepare<{ fileType: string; encryptedContent: Buffer }>(
  'SELECT "fileType", "encryptedContent" FROM "EnvFile" WHERE "id" = ? AND "projectId" = ? AND "userId" = ?',
);
const category = db.prepare<{ keyType: string }>('SELECT "keyType" FROM "KeyCategory" WHERE "id" = ? AND "userId" = ?');
const insert = db.prepare(
  'INSERT INTO "KeyEntry" ("id", "userId", "categoryId", "name", "environment", "encryptedValue", "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
);
const counts = db.prepare<Record<"totalCategories" | "totalEntries" | "total2fa", number>>(
  'SELECT (SELECT count(*) FROM "KeyCategory" WHERE "userId" = ?) AS "totalCategories", (SELECT count(*) FROM "KeyEntry" WHERE "userId" = ?) AS "totalEntries", (SELECT count(*) FROM "TwoFactorToken" WHERE "userId" = ?) AS "total2fa"',
);
const byType = db.prepare<{ name: string; n: number }>(
  'SELECT c."keyType" AS name, count(*) AS n FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."userId" = ? GROUP BY c."keyType"',
);
const byEnvironment = db.prepare<{ name: string | null; n: number }>(
  'SELECT "environment" AS name, count(*) AS n FROM "KeyEntry" WHERE "userId" = ? GROUP BY "environment"',
);
const exported = db.prepare<{
  id: string;
  name: string;
  environment: string | null;
  encryptedValue: Buffer;
  category: string;
  envVarName: string;
}>(
  `SELECT e."id", e."name", e."environment", e."encryptedValue", c."name" AS category, c."envVarName" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."userId" = ? AND c."keyType" IN ('simple', 'group') ORDER BY c."name", e."name", e."createdAt", e."id"`,
);

const instant = (stored: Instant | undefined) =>
  stored instanceof Date ? stored.toISOString() : (stored ?? "").replace("+00:00", "Z");
const entryOf = ({ id, categoryId, name, environment, notes, fieldNames, ...more }: Text) => ({
  id,
  categoryId,
  name,
  environment,
  notes,
  fieldNames: fieldNames && (JSON.parse(fieldNames ?? "") as string[]),
  expiresAt: more.expiresAt && instant(more.expiresAt),
  rotateEveryDays: more.rotateEveryDays,
  valueChangedAt: instant(more.valueAt ?? more.createdAt),
  createdAt: instant(more.createdAt),
  updatedAt: instant(more.updatedAt),
  version: more.version,
});

function base32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function code(secret: string, epoch: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(epoch / 30)));
  const digest = createHmac("sha1", base32(secret)).update(counter).digest();
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const projectIn = (bounds: string): string => (JSON.parse(bounds) as { projects: [string] }).projects[0];

type Given = { status?: number; text?: string; json?: unknown };
const missing: Given = { status: 404 };

type Caller = { userId: string; bounds: string | null };

function answer({ userId, bounds }: Caller, method: string, parts: string[], body: string): Later<Given> {
  const [, , resource, id = "", , fileId = ""] = parts;
  if (resource === "categories")
    return then(categories.all(userId), (rows) => ({
      json: rows.map((row) => ({ ...row, createdAt: instant(row.createdAt), updatedAt: instant(row.updatedAt) })),
    }));
  if (resource === "entries" && method === "POST" && id === "")
    return create(userId, JSON.parse(body) as Record<string, string>);
  if (resource === "entries" && method === "POST")
    return then(sealedEntry.get(id, userId), (row) =>
      row
        ? told(userId, id, {
            json: {
              id,
              name: row.name,
              value: vault.open(row.encryptedValue, { table: "KeyEntry", field: "encryptedValue", rowId: id, userId }),
              environment: row.environment,
            },
          })
        : missing,
    );
  if (resource === "entries" && id !== "")
    return then(entry.get(id, userId), (row) => (row ? { json: entryOf(row) } : missing));
  if (resource === "entries")
    return then(bounds === null ? entries.all(userId) : entriesOfProject.all(userId, projectIn(bounds)), (rows) => ({
      json: rows.map((row) => ({
        ...entryOf(row),
        category: { name: row.categoryName, keyType: row.keyType, envVarName: row.envVarName, icon: row.icon },
      })),
    }));
  if (resource === "2fa")
    return then(sealedToken.get(id, userId), (row) =>
      row ? told(userId, id, { json: codeOf(id, userId, row) }) : missing,
    );
  if (resource === "envs")
    return then(sealedFile.get(fileId, id, userId), (row) =>
      row
        ? told(userId, fileId, {
            json: {
              data: {
                id: fileId,
                projectId: id,
                fileType: row.fileType,
                content: vault.open(row.encryptedContent, {
                  table: "EnvFile",
                  field: "encryptedContent",
                  rowId: fileId,
                  userId,
                  padding: "padme",
                }),
              },
            },
          })
        : missing,
    );
  if (resource === "stats") return stats(userId);
  if (resource === "export")
    return then(exported.all(userId), (rows) =>
      told(userId, "export", {
        text: rows
          .map(
            (row) =>
              `${comment(`${row.category} — ${row.name}${row.environment ? ` (${row.environment})` : ""}`)}\n${assignment(row.envVarName, vault.open(row.encryptedValue, { table: "KeyEntry", field: "encryptedValue", rowId: row.id, userId }), "dotenv")}\n`,
          )
          .join(""),
      }),
    );
  return missing;
}

/** The answer, once a row that tells of it is durable. */
const told = (userId: string, objectId: string, given: Given): Later<Given> =>
  db.record(newRowId(), userId, new Date().toISOString(), objectId).then(() => given);

function codeOf(id: string, userId: string, row: { service: string; accountName: string; encryptedSecret: Buffer }) {
  const { secret } = JSON.parse(
    vault.open(row.encryptedSecret, { table: "TwoFactorToken", field: "encryptedSecret", rowId: id, userId }),
  ) as { secret: string };
  const epoch = Math.floor(Date.now() / 1000);
  return {
    id,
    service: row.service,
    accountName: row.accountName,
    code: code(secret, epoch),
    remainingSeconds: 30 - (epoch % 30),
  };
}

const tally = (names: string[], rows: { name: string | null; n: number }[]) =>
  Object.fromEntries(names.map((name) => [name, Number(rows.find((row) => row.name === name)?.n ?? 0)]));

function stats(userId: string): Later<Given> {
  return then(counts.get(userId, userId, userId), (totals) =>
    then(byType.all(userId), (types) =>
      then(byEnvironment.all(userId), (environments) => ({
        json: {
          ...Object.fromEntries(Object.entries(totals ?? {}).map(([name, n]) => [name, Number(n)])),
          byKeyType: tally(["simple", "group", "ssh", "json"], types),
          byEnvironment: tally(["development", "staging", "production"], environments),
        },
      })),
    ),
  );
}

function create(
  userId: string,
  { categoryId = "", name = "", environment = "", value = "" }: Record<string, string>,
): Later<Given> {
  return then(category.get(categoryId, userId), (row) => {
    if (!row) return missing;
    const id = newRowId();
    const at = new Date().toISOString();
    const stored = at.replace("Z", "+00:00");
    const sealed = Buffer.from(vault.seal(value, { table: "KeyEntry", field: "encryptedValue", rowId: id, userId }));
    return then(insert.run(id, userId, categoryId, name, environment, sealed, stored, stored), () =>
      told(userId, id, {
        status: 201,
        json: { id, categoryId, name, environment, notes: null, fieldNames: null, createdAt: at, updatedAt: at },
      }),
    );
  });
}

function serve(incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
  const token = (incoming.headers.authorization ?? "").slice(7);
  void then(key.get(createHash("sha256").update(token).digest("hex")), (caller) => {
    if (!caller || (caller.expiresAt !== null && new Date(caller.expiresAt).getTime() <= Date.now()))
      return void outgoing.writeHead(401).end();
    return then(
      answer(caller, incoming.method ?? "GET", (incoming.url ?? "/").split("/"), body),
      ({ status = 200, json, text }) => {
        const bytes = Buffer.from(text ?? JSON.stringify(json) ?? "");
        outgoing.writeHead(status, {
          "Content-Type": text === undefined ? "application/json" : "text/plain; charset=utf-8",
          "Content-Length": bytes.length,
          "Cache-Control": "no-store",
        });
        outgoing.end(bytes);
      },
    );
  });
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => serve(incoming, outgoing, Buffer.concat(chunks).toString("utf8")));
});
// Node's 5 s pass while answers of 10,000 entries are made for 50 connections on a slow machine: it would end those whose
// next request it has not read yet.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`The floor listens at ${(server.address() as AddressInfo).port}\n`),
);

import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import { createVault } from "@/lib/crypto/vault";
import { assignment, comment } from "@/lib/dotenv/serialize";
import { readSettings } from "@/lib/env";
import { loadKeyRing } from "@/lib/runtime/master-key";

/**
 * The floor: what one would write by hand for speed alone. node:http and prepared better-sqlite3 statements; the same
 * columns, joins, JSON bytes and cryptography as the vault, and none of its checks: no validation, no schema, no log.
 */
const [databaseFile = "", dataDir = ""] = process.argv.slice(2);
const ring = loadKeyRing(readSettings({ VAULT_DATA_DIR: dataDir }));
if (!ring) throw new Error("no master key");
const vault = createVault(ring);
const db = new Database(databaseFile);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

type Text = Record<string, string | null>;
const key = db.prepare<[string], { userId: string; scopes: string; expiresAt: string | null }>("SELECT userId, scopes, expiresAt FROM AccessKey WHERE keyHash = ?");
const categories = db.prepare<[string], Text>("SELECT id, userId, name, keyType, envVarName, icon, description, createdAt, updatedAt FROM KeyCategory WHERE userId = ? ORDER BY name, createdAt, id");
const entryColumns = "e.id, e.categoryId, e.name, e.environment, e.notes, e.fieldNames, e.createdAt, e.updatedAt";
const entries = db.prepare<[string], Text>(`SELECT ${entryColumns}, c.name AS categoryName, c.keyType, c.envVarName, c.icon FROM KeyEntry e JOIN KeyCategory c ON c.id = e.categoryId WHERE e.userId = ? ORDER BY e.name, e.createdAt, e.id`);
const entry = db.prepare<[string, string], Text>(`SELECT ${entryColumns} FROM KeyEntry e WHERE e.id = ? AND e.userId = ?`);
const sealedEntry = db.prepare<[string, string], { name: string; environment: string | null; encryptedValue: Buffer; keyType: string }>("SELECT e.name, e.environment, e.encryptedValue, c.keyType FROM KeyEntry e JOIN KeyCategory c ON c.id = e.categoryId WHERE e.id = ? AND e.userId = ?");
const sealedToken = db.prepare<[string, string], { service: string; accountName: string; encryptedSecret: Buffer }>("SELECT service, accountName, encryptedSecret FROM TwoFactorToken WHERE id = ? AND userId = ?");
const sealedFile = db.prepare<[string, string, string], { fileType: string; encryptedContent: Buffer }>("SELECT fileType, encryptedContent FROM EnvFile WHERE id = ? AND projectId = ? AND userId = ?");
const category = db.prepare<[string, string], { keyType: string }>("SELECT keyType FROM KeyCategory WHERE id = ? AND userId = ?");
const insert = db.prepare("INSERT INTO KeyEntry (id, userId, categoryId, name, environment, encryptedValue, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
const counts = db.prepare<[string, string, string], Record<"totalCategories" | "totalEntries" | "total2fa", number>>("SELECT (SELECT count(*) FROM KeyCategory WHERE userId = ?) AS totalCategories, (SELECT count(*) FROM KeyEntry WHERE userId = ?) AS totalEntries, (SELECT count(*) FROM TwoFactorToken WHERE userId = ?) AS total2fa");
const byType = db.prepare<[string], { name: string; n: number }>("SELECT c.keyType AS name, count(*) AS n FROM KeyEntry e JOIN KeyCategory c ON c.id = e.categoryId WHERE e.userId = ? GROUP BY c.keyType");
const byEnvironment = db.prepare<[string], { name: string | null; n: number }>("SELECT environment AS name, count(*) AS n FROM KeyEntry WHERE userId = ? GROUP BY environment");
const exported = db.prepare<[string], { id: string; name: string; environment: string | null; encryptedValue: Buffer; category: string; envVarName: string }>("SELECT e.id, e.name, e.environment, e.encryptedValue, c.name AS category, c.envVarName FROM KeyEntry e JOIN KeyCategory c ON c.id = e.categoryId WHERE e.userId = ? AND c.keyType IN ('simple', 'group') ORDER BY c.name, e.name, e.createdAt, e.id");

const instant = (text: string | null) => (text ?? "").replace("+00:00", "Z");
const entryOf = ({ id, categoryId, name, environment, notes, fieldNames, createdAt, updatedAt }: Text) => ({
  id, categoryId, name, environment, notes, fieldNames: fieldNames && (JSON.parse(fieldNames ?? "") as string[]), createdAt: instant(createdAt ?? ""), updatedAt: instant(updatedAt ?? ""),
});

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function code(secret: string, epoch: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(epoch / 30)));
  const digest = createHmac("sha1", base32(secret)).update(counter).digest();
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function answer(userId: string, method: string, parts: string[], body: string): { status?: number; text?: string; json?: unknown } {
  const [, , resource, id = "", , fileId = ""] = parts;
  if (resource === "categories") return { json: categories.all(userId).map((row) => ({ ...row, createdAt: instant(row.createdAt ?? ""), updatedAt: instant(row.updatedAt ?? "") })) };
  if (resource === "entries" && method === "POST" && id === "") return create(userId, JSON.parse(body) as Record<string, string>);
  if (resource === "entries" && method === "POST") {
    const row = sealedEntry.get(id, userId);
    return row ? { json: { id, name: row.name, value: vault.open(row.encryptedValue, { table: "KeyEntry", field: "encryptedValue", rowId: id, userId }), environment: row.environment } } : { status: 404 };
  }
  if (resource === "entries" && id !== "") return { json: entryOf(entry.get(id, userId) ?? {}) };
  if (resource === "entries") return { json: entries.all(userId).map((row) => ({ ...entryOf(row), category: { name: row.categoryName, keyType: row.keyType, envVarName: row.envVarName, icon: row.icon } })) };
  if (resource === "2fa") {
    const row = sealedToken.get(id, userId);
    if (!row) return { status: 404 };
    const { secret } = JSON.parse(vault.open(row.encryptedSecret, { table: "TwoFactorToken", field: "encryptedSecret", rowId: id, userId })) as { secret: string };
    const epoch = Math.floor(Date.now() / 1000);
    return { json: { id, service: row.service, accountName: row.accountName, code: code(secret, epoch), remainingSeconds: 30 - (epoch % 30) } };
  }
  if (resource === "envs") {
    const row = sealedFile.get(fileId, id, userId);
    return row ? { json: { data: { id: fileId, projectId: id, fileType: row.fileType, content: vault.open(row.encryptedContent, { table: "EnvFile", field: "encryptedContent", rowId: fileId, userId, padding: "padme" }) } } } : { status: 404 };
  }
  if (resource === "stats") {
    const tally = (names: string[], rows: { name: string | null; n: number }[]) => Object.fromEntries(names.map((name) => [name, rows.find((row) => row.name === name)?.n ?? 0]));
    return { json: { ...counts.get(userId, userId, userId), byKeyType: tally(["simple", "group", "ssh", "json"], byType.all(userId)), byEnvironment: tally(["development", "staging", "production"], byEnvironment.all(userId)) } };
  }
  if (resource === "export") {
    const lines = exported.all(userId).map((row) => `${comment(`${row.category} — ${row.name}${row.environment ? ` (${row.environment})` : ""}`)}\n${assignment(row.envVarName, vault.open(row.encryptedValue, { table: "KeyEntry", field: "encryptedValue", rowId: row.id, userId }), "dotenv")}\n`);
    return { text: lines.join("") };
  }
  return { status: 404 };
}

function create(userId: string, { categoryId = "", name = "", environment = "", value = "" }: Record<string, string>) {
  if (!category.get(categoryId, userId)) return { status: 404 };
  const id = randomUUID();
  const at = new Date().toISOString();
  const stored = at.replace("Z", "+00:00");
  insert.run(id, userId, categoryId, name, environment, Buffer.from(vault.seal(value, { table: "KeyEntry", field: "encryptedValue", rowId: id, userId })), stored, stored);
  return { status: 201, json: { id, categoryId, name, environment, notes: null, fieldNames: null, createdAt: at, updatedAt: at } };
}

function serve(incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
  const token = (incoming.headers.authorization ?? "").slice(7);
  const caller = key.get(createHash("sha256").update(token).digest("hex"));
  if (!caller || (caller.expiresAt !== null && Date.parse(caller.expiresAt) <= Date.now())) return void outgoing.writeHead(401).end();
  const { status = 200, json, text } = answer(caller.userId, incoming.method ?? "GET", (incoming.url ?? "/").split("/"), body);
  const bytes = Buffer.from(text ?? JSON.stringify(json) ?? "");
  outgoing.writeHead(status, { "Content-Type": text === undefined ? "application/json" : "text/plain; charset=utf-8", "Content-Length": bytes.length, "Cache-Control": "no-store" });
  outgoing.end(bytes);
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => serve(incoming, outgoing, Buffer.concat(chunks).toString("utf8")));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`The floor listens at ${(server.address() as AddressInfo).port}\n`));

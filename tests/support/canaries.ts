import { randomBytes } from "node:crypto";
import type { ContractSpec } from "@/lib/contracts/contract";
import { exampleBody, operation, type Operation, pathIdsOf } from "./http/operations";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Secrets that can be recognised wherever they appear. */
export class Canaries {
  readonly all: string[] = [];

  /** Adds one that was made elsewhere. */
  add(...secrets: readonly string[]): void {
    this.all.push(...secrets);
  }

  text(): string {
    const text = `canary${randomBytes(12).toString("hex")}`;
    this.add(text);
    return text;
  }

  /** A TOTP secret in base32. */
  totp(): string {
    const text = Array.from(randomBytes(32), (byte) => base32[byte & 31]).join("");
    this.add(text);
    return text;
  }

  /** How many of them are in these bytes, in any encoding. */
  countIn(bytes: Buffer): number {
    const forms = (text: string) => [
      text,
      Buffer.from(text).toString("base64").replace(/=+$/, ""),
      Buffer.from(text).toString("hex"),
    ];
    return this.all.filter((text) => forms(text).some((form) => bytes.includes(form))).length;
  }
}

/** Fields for secrets: a secret there may be used by the operation, and be refused at its end. */
const secretFields = new Set([
  "value",
  "secret",
  "content",
  "password",
  "currentPassword",
  "newPassword",
  "code",
  "prompt",
]);

/** A value with its texts changed, at any depth. */
function changed(value: unknown, change: (text: string, field: string) => unknown, field = ""): unknown {
  if (typeof value === "string") return change(value, field);
  if (Array.isArray(value)) return value.map((item) => changed(item, change, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, change, name)]));
}

/**
 * Requests of one operation with a secret in every place where one may end up by mistake: fields, field names, ids,
 * queries and credentials. None of them may be stored in clear text: each is refused, or stored where secrets belong.
 */
export function strayRequests(contract: ContractSpec, canaries: Canaries): Operation[] {
  const secret = () => canaries.text();
  const example: unknown = JSON.parse(exampleBody(contract) ?? "{}");
  const stray = () => JSON.stringify({ ...Object(changed(example, secret)), [secret()]: secret() });
  const bodies =
    contract.method === "GET"
      ? [undefined]
      : contract.body
        ? [stray(), JSON.stringify(changed(example, () => [secret()])), stray().slice(0, -1)]
        : [stray()];
  const query = [...Object.keys(contract.query?.shape ?? {}), secret()].map((name) => `${name}=${secret()}`).join("&");
  const inFields = bodies
    .map((body) => operation(contract, { body }))
    .map(({ path, init }) => ({ path: `${path}?${query}`, init }));
  const inSecretFields = contract.body
    ? [
        operation(contract, {
          body: JSON.stringify(changed(example, (text, field) => (secretFields.has(field) ? secret() : text))),
        }),
      ]
    : [];
  const names = pathIdsOf(contract);
  const inPath =
    names.length > 0 ? [operation(contract, { ids: Object.fromEntries(names.map((name) => [name, secret()])) })] : [];
  const { path, init } = operation(contract);
  const credentials: Record<string, string>[] = [
    { Authorization: `Bearer svc_${secret()}` },
    { Authorization: `Basic ${secret()}` },
    { Cookie: `next-auth.session-token=${secret()}` },
  ];
  const inCredentials = credentials.map((headers) => ({
    path,
    init: { ...init, headers: { ...init.headers, ...headers } },
  }));
  return [...inFields, ...inSecretFields, ...inPath, ...inCredentials];
}

import type { Scope } from "@/lib/contracts/access/scopes";

type Example = [scope: Scope, request: string];

const json = (method: string, path: string, body: string) =>
  `-X ${method} -H 'Content-Type: application/json' -d '${body}' {base}${path}`;

/** Ordered by how much they reveal about the vault; together they cover every scope. */
const examples: Example[] = [
  ["export:read", "-o .env {base}/export"],
  ["entries:read", "{base}/entries"],
  ["categories:read", "{base}/categories"],
  ["envs:read", "{base}/envs"],
  ["2fa:read", "{base}/2fa"],
  ["stats:read", "{base}/stats"],
  ["entries:reveal", "-X POST {base}/entries/ENTRY_ID/reveal"],
  ["envs:reveal", "-X POST {base}/envs/PROJECT_ID/files/FILE_ID/reveal"],
  ["2fa:reveal", "-X POST {base}/2fa/TOKEN_ID/reveal"],
  ["ai:extract", json("POST", "/ai/extract", '{"prompt":"everything that billing needs"}')],
  [
    "categories:write",
    json("POST", "/categories", '{"name":"Stripe","keyType":"simple","envVarName":"STRIPE_SECRET_KEY"}'),
  ],
  ["envs:write", json("POST", "/envs", '{"name":"storefront","description":""}')],
  ["entries:write", json("PUT", "/entries/ENTRY_ID", '{"notes":"Rotated"}')],
  ["2fa:write", json("PUT", "/2fa/TOKEN_ID", '{"notes":"Shared phone"}')],
];

/** A command that works with a key of these scopes, unchanged if it needs no id. */
export function exampleRequest(key: string, scopes: readonly Scope[], origin: string): string {
  const [, request = ""] = examples.find(([scope]) => scopes.includes(scope)) ?? [];
  return `curl -fsS -H 'Authorization: Bearer ${key}' ${request.replace("{base}", `${origin}/api`)}`;
}

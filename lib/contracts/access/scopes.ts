/** The scopes of access keys, the one list for the key form, the validator, the guard and the OpenAPI document. */
export const scopeDescriptions = {
  "categories:read": "List and read categories",
  "categories:write": "Create, change and delete categories",
  "entries:read": "List and read entries, without their values",
  "entries:write": "Create, change and delete entries",
  "entries:reveal": "Decrypt the value of an entry",
  "2fa:read": "List two-factor tokens, without their secrets",
  "2fa:write": "Create, change and delete two-factor tokens",
  "2fa:reveal": "Get the current code of a two-factor token",
  "envs:read": "List env projects and their files, without content",
  "envs:write": "Create, change and delete env projects and files",
  "envs:reveal": "Decrypt the content of an env file",
  "stats:read": "Read the totals",
  "activity:read": "See what was done, by whom and when",
  "export:read": "Export every value in plain text",
  "ai:extract": "Plan a .env from a sentence, names only",
} as const;

export type Scope = keyof typeof scopeDescriptions;

export const scopes = Object.keys(scopeDescriptions) as [Scope, ...Scope[]];

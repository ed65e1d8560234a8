/** Whether a response has the fields that svc reads. Further fields are fine. */
export type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === "string";
const number: Shape = (value) => typeof value === "number";
const nothing: Shape = (value) => value === null;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object =
  (fields: Record<string, Shape>): Shape =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const oneOf =
  (...shapes: Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));

const withId = object({ id: text });
const envProject = object({ id: text, name: text });
const version = object({ version: number, createdAt: text });
const counts = object({ created: number, updated: number });
const outcomes = listOf(object({ action: text }));

/** By the names of the vault's calls. */
export const shapes = {
  whoAmI: object({
    kind: text,
    team: oneOf(object({ name: text, role: text }), nothing),
    scopes: oneOf(listOf(text), nothing),
    projects: oneOf(listOf(text), nothing),
  }),
  listCategories: listOf(object({ id: text, name: text, keyType: text })),
  createCategory: withId,
  listEntries: listOf(object({ id: text, name: text, category: object({ name: text, keyType: text }) })),
  createEntry: withId,
  updateEntry: withId,
  revealEntry: object({
    id: text,
    value: oneOf(
      text,
      object({}),
      listOf(() => true),
    ),
  }),
  listTwoFactorTokens: listOf(object({ id: text, service: text, accountName: text })),
  revealCode: object({ code: text, remainingSeconds: oneOf(number, nothing) }),
  listEnvProjects: listOf(envProject),
  getEnvProject: object({ id: text, name: text, files: listOf(object({ id: text, fileType: text })) }),
  createEnvProject: envProject,
  saveEnvFile: withId,
  revealEnvFile: object({ content: text }),
  listFileLinks: listOf(object({ name: text, line: number, state: text })),
  getEntryUses: object({ files: listOf(object({ projectId: text, fileId: text, variables: listOf(object({})) })) }),
  resolveEnvProject: object({ variables: listOf(object({ name: text, value: text })) }),
  listReminders: listOf(object({ id: text, name: text, reason: text, dueAt: text })),
  listActivity: listOf(object({ at: text, action: text, outcome: text, actor: object({ kind: text }) })),
  createShareLink: object({ id: text, url: text, expiresAt: text }),
  listShareLinks: listOf(object({ id: text, views: number, viewsLeft: number, expiresAt: text })),
  listEntryVersions: listOf(version),
  restoreEntryVersion: withId,
  listEnvFileVersions: listOf(version),
  restoreEnvFileVersion: withId,
  importItems: object({ counts, entries: outcomes, twoFactor: outcomes }),
} satisfies Record<string, Shape>;

export const stats = object({ totalEntries: number });
export const refusal = object({ error: text, code: text });

/** An export in JSON: names with texts. */
export const exported = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(text);

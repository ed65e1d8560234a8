import type { Call } from "./load/client";
import type { Owner } from "./seeds/account";

export type Owners = Record<"small" | "medium" | "large" | "writer" | "changer", Owner>;
/** `reach`: the target ratio of CPU time to the floor. `varies`: the two servers' responses can't be identical. */
export type Case = { name: string; reach: number | null; varies?: true; call(owners: Owners): () => Call };

const get = (path: (owner: Owner) => string, who: keyof Owners) => (owners: Owners) => {
  const call: Call = { method: "GET", path: path(owners[who]), key: owners[who].key };
  return () => call;
};
const post = (path: (owner: Owner) => string, who: keyof Owners) => (owners: Owners) => {
  const call: Call = { method: "POST", path: path(owners[who]), key: owners[who].key };
  return () => call;
};

let changed = 0;
/** Another value for one of its entries after the other: each keeps the one that it had. */
const replace =
  ({ changer }: Owners) =>
  () => {
    changed += 1;
    const path = `/api/entries/${changer.entryIds[changed % changer.entryIds.length]}`;
    return { method: "PUT", path, key: changer.key, body: `{"value":"sk_test_not_a_real_key_${changed}"}` } as const;
  };

let made = 0;
const create =
  ({ writer }: Owners) =>
  () => {
    made += 1;
    const body = JSON.stringify({
      categoryId: writer.categoryId,
      name: `project-${made}`,
      environment: "staging",
      value: "sk_test_not_a_real_key",
    });
    return { method: "POST", path: "/api/entries", key: writer.key, body } as const;
  };

export const cases: readonly Case[] = [
  { name: "list 10 categories", reach: null, call: get(() => "/api/categories", "small") },
  { name: "list 100 entries", reach: 0.7, call: get(() => "/api/entries", "small") },
  { name: "list 1,000 entries", reach: 0.3, call: get(() => "/api/entries", "medium") },
  { name: "list 10,000 entries", reach: 0.3, call: get(() => "/api/entries", "large") },
  {
    name: "list 1,000 of 10,000 entries, by a key for one project",
    reach: 1.3,
    call:
      ({ large }) =>
      () => ({ method: "GET", path: "/api/entries", key: large.boundedKey }),
  },
  { name: "one entry", reach: 1.3, call: get(({ entryId }) => `/api/entries/${entryId}`, "medium") },
  { name: "reveal an entry", reach: 1.3, call: post(({ entryId }) => `/api/entries/${entryId}/reveal`, "medium") },
  { name: "2FA code", reach: 1.3, varies: true, call: post(({ tokenId }) => `/api/2fa/${tokenId}/reveal`, "medium") },
  { name: "stats of 1,000 entries", reach: 1.3, call: get(() => "/api/stats", "medium") },
  {
    name: "reveal an env file",
    reach: null,
    call: post(({ projectId, fileId }) => `/api/envs/${projectId}/files/${fileId}/reveal`, "medium"),
  },
  { name: "create an entry (durable)", reach: 1.3, varies: true, call: create },
  { name: "export 1,000 entries", reach: 1.3, call: get(() => "/api/export", "medium") },
];

/** What the floor has nothing like. Nothing is written to the owner whose lists these are. */
const others: readonly Case[] = [
  { name: "one category", reach: null, call: get(({ categoryId }) => `/api/categories/${categoryId}`, "large") },
  {
    name: "list categories, by a key for one project",
    reach: null,
    call:
      ({ large }) =>
      () => ({ method: "GET", path: "/api/categories", key: large.boundedKey }),
  },
  { name: "activity, first page", reach: null, call: get(() => "/api/activity", "large") },
  {
    name: "activity of one entry",
    reach: null,
    call: get(({ entryIds }) => `/api/activity?objectId=${entryIds[7]}`, "large"),
  },
  { name: "activity of one kind", reach: null, call: get(() => "/api/activity?action=entry.update", "large") },
  {
    name: "an entry's versions",
    reach: null,
    call: get(({ entryId }) => `/api/entries/${entryId}/versions`, "large"),
  },
  { name: "replace a value (durable)", reach: null, varies: true, call: replace },
];

export const casesOfGrowth: readonly Case[] = [...cases, ...others];

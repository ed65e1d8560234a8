import type { Call } from "./client";
import type { Owner } from "./seed";

export type Owners = Record<"small" | "medium" | "large" | "writer", Owner>;
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

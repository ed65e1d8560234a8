import { z } from "zod";
import { contract } from "../contract";
import { count } from "../primitives";

export const Stats = z
  .object({
    totalCategories: count(),
    totalEntries: count(),
    total2fa: count(),
    byKeyType: z.object({ simple: count(), group: count(), ssh: count(), json: count() }),
    byEnvironment: z.object({ development: count(), staging: count(), production: count() }),
  })
  .meta({
    id: "Stats",
    example: {
      totalCategories: 3,
      totalEntries: 4,
      total2fa: 1,
      byKeyType: { simple: 3, group: 1, ssh: 0, json: 0 },
      byEnvironment: { development: 1, staging: 0, production: 2 },
    },
  });
export type Stats = z.infer<typeof Stats>;

export const getStats = contract({
  id: "getStats",
  method: "GET",
  path: "/stats",
  tag: "Stats and export",
  summary: "Read the totals",
  description:
    "Counts entries by the type of their category and by environment; an entry without an environment counts in none.",
  access: { scope: "stats:read" },
  reply: { status: 200, json: Stats },
  cacheable: true,
});

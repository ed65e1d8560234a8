import type { Action } from "@/lib/contracts/access/actions";
import type { ActivityRecord } from "@/lib/contracts/access/activity";

/** The size of the first page: few, since it is waited for. */
export const firstPage = 50;

/** How far back the list goes. */
export const spans = [
  { value: "24h", label: "24 hours", hours: 24 },
  { value: "7d", label: "7 days", hours: 168 },
  { value: "30d", label: "30 days", hours: 720 },
] as const;
export type Span = (typeof spans)[number]["value"];

/** What is chosen; undefined where nothing is. As the page's address has it. */
export type ActivityFilter = {
  actorId?: string | undefined;
  objectId?: string | undefined;
  action?: Action | undefined;
  outcome?: ActivityRecord["outcome"] | undefined;
  since?: Span | undefined;
};

export type ChangeFilter = (change: ActivityFilter, how?: "pushState" | "replaceState") => void;

export const noFilter: ActivityFilter = {
  actorId: undefined,
  objectId: undefined,
  action: undefined,
  outcome: undefined,
  since: undefined,
};

const names = ["actorId", "objectId", "action", "outcome", "since"] as const;

const outcomes = ["done", "refused"] as const;

const idLength = 36;
const asId = (text: string | null) => (text?.length === idLength ? text : undefined);

/** Reads the address. The page drops an action that the vault refuses. */
export function filterOf(address: Pick<URLSearchParams, "get">): ActivityFilter {
  return {
    actorId: asId(address.get("actorId")),
    objectId: asId(address.get("objectId")),
    action: (address.get("action") ?? undefined) as Action | undefined,
    outcome: outcomes.find((value) => value === address.get("outcome")),
    since: spans.find(({ value }) => value === address.get("since"))?.value,
  };
}

/** The address's query, with its question mark; empty without a filter. */
export function addressOf(filter: ActivityFilter): string {
  const chosen = new URLSearchParams();
  for (const name of names) if (filter[name] !== undefined) chosen.set(name, filter[name]);
  return chosen.size > 0 ? `?${chosen}` : "";
}

export const isFiltering = (filter: ActivityFilter): boolean => names.some((name) => filter[name] !== undefined);

/** What the vault is asked for. */
export function queryOf({ since, ...chosen }: ActivityFilter, now = Date.now()) {
  const hours = spans.find(({ value }) => value === since)?.hours;
  return { ...chosen, since: hours === undefined ? undefined : new Date(now - hours * 3_600_000).toISOString() };
}

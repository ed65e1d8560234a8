import type * as activity from "../../../contracts/access/activity";
import { endpoint } from "../api";

export const listActivity = endpoint<typeof activity.listActivity>("GET", "/activity", "json");
export const getKeyExposure = endpoint<typeof activity.getKeyExposure>("GET", "/access-keys/{id}/exposure", "json");
export const getMemberExposure = endpoint<typeof activity.getMemberExposure>(
  "GET",
  "/teams/{id}/members/{userId}/exposure",
  "json",
);

/** The same list as lines of JSON: the vault answers all of them at once, as one text. */
type ActivityAsLines = Omit<typeof activity.listActivity, "reply"> & {
  reply: { status: 200; text: string; headers: Record<string, string> };
};
const listAsLines = endpoint<ActivityAsLines>("GET", "/activity", "text");

/** All records that fit, oldest last, one in each line. */
export const exportActivity = (query: activity.ActivityFilter): Promise<string> =>
  listAsLines({ query }, { headers: { Accept: "application/x-ndjson" } });

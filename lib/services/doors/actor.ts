import { actorOf } from "../../auth/activity/activity";
import type { Caller } from "../../auth/caller";
import type { Actor } from "../../contracts/access/activity";

/** Who a caller is, as the text of a column. */
export const storedActor = (caller: Caller): string => JSON.stringify(actorOf(caller));

/** Reads such a column. */
export const readActor = (stored: string | null): Actor | null =>
  stored === null ? null : (JSON.parse(stored) as Actor);

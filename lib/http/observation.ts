import type { Caller } from "../auth/caller";

/** What the access log says of a request beyond its status. Whose it is by ids alone: never a name or an address. */
export type Observation = {
  requestId: string;
  contract: string;
  caller?: "session" | "key";
  userId?: string;
  sessionId?: string;
  keyPrefix?: string;
  code?: string;
};

/** Notes who calls, from what was looked up to let them in. */
export function noteCaller(observation: Observation, caller: Caller): void {
  observation.caller = caller.kind;
  observation.userId = caller.userId;
  if (caller.kind === "session") observation.sessionId = caller.sessionId;
  else observation.keyPrefix = caller.keyPrefix;
}

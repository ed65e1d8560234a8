import type { Caller } from "../auth/caller";

/** What the access log says of a request beyond its status. Whose it is by ids alone: never a name or an address. */
export type RequestLogFields = {
  requestId: string;
  contract: string;
  caller?: "session" | "key";
  userId?: string;
  sessionId?: string;
  keyPrefix?: string;
  code?: string;
};

/** Notes who calls, from what was looked up to let them in. */
export function addCaller(logFields: RequestLogFields, caller: Caller): void {
  logFields.caller = caller.kind;
  logFields.userId = caller.userId;
  if (caller.kind === "session") logFields.sessionId = caller.sessionId;
  else logFields.keyPrefix = caller.keyPrefix;
}

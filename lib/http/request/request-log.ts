import type { Caller } from "../../auth/caller";

/** The request log's fields, apart from the status. People appear only as ids, never by name or address. */
export type RequestLogFields = {
  requestId: string;
  contract: string;
  caller?: "session" | "key";
  userId?: string;
  teamId?: string;
  sessionId?: string;
  keyPrefix?: string;
  code?: string;
};

/** Adds the caller to the log fields. */
export function addCaller(logFields: RequestLogFields, caller: Caller): void {
  logFields.caller = caller.kind;
  logFields.userId = caller.userId;
  if (caller.team) logFields.teamId = caller.team.id;
  if (caller.kind === "session") logFields.sessionId = caller.sessionId;
  else logFields.keyPrefix = caller.keyPrefix;
}

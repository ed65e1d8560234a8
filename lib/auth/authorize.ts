import type { Access } from "../contracts/contract";
import { AppError } from "../errors";
import type { Caller } from "./caller";

/** Checks the caller's permission: sessions may access all of their user's data, access keys what their scopes name. */
export function authorize(caller: Caller, access: Exclude<Access, "public">): void {
  if (caller.kind === "session") return;
  if (access === "session") throw new AppError("AUTH_SESSION_REQUIRED");
  if (!caller.scopes.has(access.scope))
    throw new AppError("AUTH_SCOPE_REQUIRED", { message: `The access key lacks the scope ${access.scope}` });
}

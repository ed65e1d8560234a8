import type { Access } from "../contracts/contract";
import { AppError } from "../errors";
import type { Caller } from "./caller";

/** Whether the caller may do this at all. Sessions may do everything that is theirs; keys what their scopes name. */
export function authorize(caller: Caller, access: Exclude<Access, "public">): void {
  if (caller.kind === "session") return;
  if (access === "session") throw new AppError("AUTH_SESSION_REQUIRED");
  if (!caller.scopes.has(access.scope))
    throw new AppError("AUTH_SCOPE_REQUIRED", { message: `The access key lacks the scope ${access.scope}` });
}

import type { Access } from "../contracts/contract";
import { isUnboundedOnly, type Scope } from "../contracts/scopes";
import { AppError } from "../errors";
import type { Caller } from "./caller";

/**
 * Checks the caller's permission. Sessions may access all of their user's data; access keys may access what their
 * scopes name.
 */
export function authorize(caller: Caller, access: Exclude<Access, "public">): void {
  if (caller.kind === "session" || access === "any") return;
  if (access === "session") throw new AppError("AUTH_SESSION_REQUIRED");
  requireScope(caller, access.scope);
}

/** Whether the caller has a scope. Sessions have all scopes. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.kind === "session" || caller.scopes.has(scope);

/**
 * Throws AUTH_SCOPE_REQUIRED: the message names the scope, and `needing` adds which part of the request needs it. Throws
 * OUT_OF_BOUNDS for a scope that bounds leave no room for.
 */
export function requireScope(caller: Caller, scope: Scope, needing = ""): void {
  if (!hasScope(caller, scope))
    throw new AppError("AUTH_SCOPE_REQUIRED", { message: `The access key lacks the scope ${scope}${needing}` });
  if (caller.bounds && isUnboundedOnly(scope))
    throw new AppError("OUT_OF_BOUNDS", {
      message: `The access key is limited to projects or environments, and ${scope} reaches beyond them${needing}`,
    });
}

import { type Access, scopesOf } from "../../contracts/contract";
import { isUnboundedOnly } from "../../contracts/people/role-rights";
import { type Scope, scopeDescriptions } from "../../contracts/access/scopes";
import { AppError } from "../../errors";
import type { Caller } from "../caller";
import { scopesOfRole } from "./membership";

/**
 * Checks the caller's permission. Sessions may access all of their user's data, and in a team what their role's scopes
 * name; access keys may access what their scopes name.
 */
export function authorize(caller: Caller, access: Exclude<Access, "public">): void {
  if (access === "any") return;
  if (access !== "session") {
    for (const scope of scopesOf({ access })) requireScope(caller, scope);
  } else if (caller.kind === "key") throw new AppError("AUTH_SESSION_REQUIRED");
}

/** Whether the caller has a scope. In their own vault, sessions have all scopes. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.kind === "key" ? caller.scopes.has(scope) : !caller.team || scopesOfRole(caller.team.role).has(scope);

/**
 * Throws AUTH_SCOPE_REQUIRED: the message names the scope, and `needing` adds which part of the request needs it. Throws
 * OUT_OF_BOUNDS for a scope that bounds leave no room for. To people, who know no scopes, it says what the role can't do
 * and whom to ask.
 */
export function requireScope(caller: Caller, scope: Scope, needing = ""): void {
  const role = caller.kind === "session" ? caller.team?.role : undefined;
  if (!hasScope(caller, scope))
    throw new AppError("AUTH_SCOPE_REQUIRED", {
      message: role
        ? `Your role in this team, ${role}, has no right to ${inWords(scope)}${needing}: ask an owner of the team`
        : `The access key lacks the scope ${scope}${needing}`,
    });
  if (caller.bounds && isUnboundedOnly(scope))
    throw new AppError("OUT_OF_BOUNDS", {
      message: role
        ? `Your role in this team, ${role}, is limited to projects or environments, which leaves no right to ${inWords(scope)}${needing}: ask an owner of the team`
        : `The access key is limited to projects or environments, and ${scope} reaches beyond them${needing}`,
    });
}

const inWords = (scope: Scope): string => scopeDescriptions[scope].replace(/^./, (first) => first.toLowerCase());

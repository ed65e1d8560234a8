import type { Access } from "../contracts/contract";
import { AppError } from "../errors";
import { authenticateKey, bearerKey } from "./access-key";
import type { Caller } from "./caller";
import { authenticateSession } from "./session";

/** Who sends this request. Throws a 401 code when nobody known does. */
export async function authenticate(request: { headers: { get(name: string): string | null } }): Promise<Caller> {
  const key = bearerKey(request.headers.get("authorization"));
  // A wrong key must not fall back to the cookie: fail loudly.
  if (key !== null) return authenticateKey(key);
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new AppError("AUTH_REQUIRED");
  return session;
}

/** Whether the caller may do this at all. Sessions may do everything that is theirs; keys what their scopes name. */
export function authorize(caller: Caller, access: Exclude<Access, "public">): void {
  if (caller.kind === "session") return;
  if (access === "session") throw new AppError("AUTH_SESSION_REQUIRED");
  if (!caller.scopes.has(access.scope)) throw new AppError("AUTH_SCOPE_REQUIRED", { message: `The access key lacks the scope ${access.scope}` });
}

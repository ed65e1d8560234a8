import { encode } from "next-auth/jwt";
import type { z } from "zod";
import { runtime } from "../../runtime";
import { cookieName, readCookie } from ".";
import { openToken } from "./sealed-token";

export type SealedCookie<Value> = {
  /** `Set-Cookie` for a value, or its removal for null. */
  set(value: Value | null, secure: boolean): Promise<string>;
  /** The request's value if it is still valid, otherwise null. */
  read(cookieHeader: string | null): Promise<Value | null>;
};

/** A cookie encrypted under the session secret: nobody else can read or forge it. */
export function sealedCookie<Value extends Record<string, unknown>>(
  name: string,
  lifetimeSeconds: number,
  schema: z.ZodType<Value>,
): SealedCookie<Value> {
  return {
    async set(value, secure) {
      const sealed = value
        ? await encode({ token: value, secret: runtime().sessionSecret, salt: name, maxAge: lifetimeSeconds })
        : "";
      return `${cookieName(name, secure)}=${sealed}; Path=/; Max-Age=${value ? lifetimeSeconds : 0}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    },
    async read(cookieHeader) {
      const token = readCookie(cookieHeader, name);
      return token
        ? (schema.safeParse(await openToken({ token, secret: runtime().sessionSecret, salt: name }).catch(() => null))
            .data ?? null)
        : null;
    },
  };
}

import { z } from "zod";
import { sealedCookie } from "../../http/cookies/sealed-cookie";

/** What a sign-in at the provider is for, when it is not for a new session: to link an identity, or to prove who sits there. */
const Intent = z.object({
  purpose: z.enum(["link", "reauthenticate"]),
  /** The session that began it: it alone may gain by it. */
  sessionId: z.string(),
  /** The `state` of the one authorization request that it belongs to. */
  state: z.string(),
  /** ms since the epoch; a proof must be younger. */
  startedAt: z.number(),
  /** The path to go on to, on this site. */
  returnTo: z.string(),
});
export type Intent = z.infer<typeof Intent>;

export const intentCookie = sealedCookie("svc.oidc-intent", 15 * 60, Intent);

/** The intent that belongs to an authorization answer's `state`; null when that was for a new session. */
export async function readIntent(cookieHeader: string | null, state: string | null): Promise<Intent | null> {
  const intent = await intentCookie.read(cookieHeader);
  return intent?.state === state ? intent : null;
}

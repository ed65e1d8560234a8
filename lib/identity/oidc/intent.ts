import { z } from "zod";
import { sealedCookie } from "../../http/cookies/sealed-cookie";

/** The purpose of a provider sign-in that does not start a session: linking an identity, or re-authentication. */
const Intent = z.object({
  purpose: z.enum(["link", "reauthenticate"]),
  /** The session that started the sign-in. The intent applies to no other. */
  sessionId: z.string(),
  /** The `state` of the one authorization request that it belongs to. */
  state: z.string(),
  /** ms since the epoch. The user must authenticate at the provider after this time. */
  startedAt: z.number(),
  /** The path on this site to continue at. */
  returnTo: z.string(),
});
export type Intent = z.infer<typeof Intent>;

export const intentCookie = sealedCookie("svc.oidc-intent", 15 * 60, Intent);

/** The intent that belongs to the `state` of an authorization response; null if the sign-in is for a new session. */
export async function readIntent(cookieHeader: string | null, state: string | null): Promise<Intent | null> {
  const intent = await intentCookie.read(cookieHeader);
  return intent?.state === state ? intent : null;
}

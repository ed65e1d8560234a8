import { z } from "zod";
import { sealedCookie } from "../../http/cookies/sealed-cookie";

/** The `state` of the one authorization request that an intent belongs to. */
const state = z.string();
/** The purpose of a provider sign-in that does not start a session: linking an identity, or re-authentication. */
const SessionIntent = z.object({
  purpose: z.enum(["link", "reauthenticate"]),
  /** The session that started the sign-in. The intent applies to no other. */
  sessionId: z.string(),
  state,
  /** ms since the epoch. The user must authenticate at the provider after this time. */
  startedAt: z.number(),
  /** The path on this site to continue at. */
  returnTo: z.string(),
});
/** A sign-in for a new session that accepts an invitation if it makes an account. */
const JoinIntent = z.object({ purpose: z.literal("join"), invitation: z.string(), state });
const Intent = z.discriminatedUnion("purpose", [SessionIntent, JoinIntent]);
export type SessionIntent = z.infer<typeof SessionIntent>;
export type Intent = z.infer<typeof Intent>;
/** An intent whose authorization request is still being made. */
export type NewIntent = Omit<SessionIntent, "state"> | Omit<z.infer<typeof JoinIntent>, "state">;

/** Whether the sign-in is for the session that started it, in the settings or a dialog. */
export const isOfSession = (intent: Intent | null): intent is SessionIntent =>
  intent !== null && intent.purpose !== "join";

export const intentCookie = sealedCookie("svc.oidc-intent", 15 * 60, Intent);

/** The intent that belongs to the `state` of an authorization response; null if it has none. */
export async function readIntent(cookieHeader: string | null, state: string | null): Promise<Intent | null> {
  const intent = await intentCookie.read(cookieHeader);
  return intent?.state === state ? intent : null;
}

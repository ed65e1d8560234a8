import { type ProviderIdentity, linkIdentity, signInByIdentity, userOfIdentity } from "../identities";
import { hasSecondFactor } from "../second-factor";
import type { OidcAdmission } from "../next-auth";
import { recordReauthentication } from "../reauthentication";
import { displayName } from "../../auth/activity/account-subjects";
import type { RequestFacts } from "../../auth/caller";
import { beginSession } from "../../auth/credentials/session";
import { authenticateSession, readSessionToken } from "../../http/cookies/session-cookie";
import { noteSignIn } from "../throttle/sign-in-log";
import { OidcFailure } from "./failure";
import { type Intent, isOfSession } from "./intent";
import { clockToleranceSeconds } from "./provider";
import type { Owing } from "./second-step";

/**
 * Handles a verified identity: starts a new session, or does what the intent names, for the session that created the
 * intent only. True lets next-auth set the session cookie. `goOn` is the path to continue at without a new session,
 * `cookie` a cookie to set instead. `owing`: the account has a second factor, and its code is still missing.
 */
export async function reachOutcome(
  request: Request,
  facts: RequestFacts,
  intent: Intent | null,
  issuer: string,
  { user, profile: claims }: OidcAdmission,
): Promise<true | { goOn: string; cookie?: string } | { owing: Owing }> {
  const identity = identityOf(issuer, claims);
  if (!isOfSession(intent)) {
    const account = await signInByIdentity(identity, facts, intent?.invitation);
    if (await hasSecondFactor(account.id)) return { owing: { issuer, subject: identity.subject } };
    const sessionToken = await beginSession(account.id, {
      method: "oidc",
      name: displayName(account),
      request: facts,
      proof: identity,
      replaced: await readSessionToken(request.headers.get("cookie")),
    });
    noteSignIn(facts, { method: "oidc", userId: account.id, secondFactor: "none" });
    Object.assign(user, account, { sessionToken });
    return true;
  }
  const session = await authenticateSession(request.headers.get("cookie"));
  if (session?.sessionId !== intent.sessionId) throw new OidcFailure("AUTH_REQUIRED");
  session.request = facts;
  if (intent.purpose === "link") {
    await linkIdentity(session, identity);
    return { goOn: intent.returnTo };
  }
  const owner = await userOfIdentity(identity);
  if (owner?.id !== session.userId) throw new OidcFailure("OIDC_OTHER_IDENTITY");
  assertProvenSince(intent.startedAt, claims?.["auth_time"]);
  if (await hasSecondFactor(session.userId))
    return { owing: { issuer, subject: identity.subject, confirms: session.sessionId } };
  return {
    goOn: intent.returnTo,
    cookie: await recordReauthentication(session, "oidc", request.headers.get("cookie")),
  };
}

/**
 * A provider may answer from its existing session, whatever the request asked for. Then the user has not
 * re-authenticated.
 */
function assertProvenSince(startedAt: number, authTime: unknown): void {
  // auth_time is in whole seconds.
  const latestMs = typeof authTime === "number" ? (authTime + 1 + clockToleranceSeconds) * 1000 : 0;
  if (latestMs < startedAt) throw new OidcFailure("OIDC_NOT_RECENT");
}

function identityOf(issuer: string, claims: OidcAdmission["profile"]): ProviderIdentity {
  const text = (name: string) => (typeof claims?.[name] === "string" ? claims[name] : undefined);
  const subject = text("sub");
  if (!subject) throw new OidcFailure("OIDC_TOKEN_INVALID");
  return {
    issuer,
    subject,
    email: text("email"),
    emailVerified: claims?.["email_verified"] === true,
    name: text("name"),
  };
}

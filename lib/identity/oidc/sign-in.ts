import { log } from "../../log";
import type { RequestFacts } from "../../auth/caller";
import type { OidcSignIn } from "../next-auth";
import { countAttempt, refundAttempt } from "../throttle/throttle";
import { ownSignOnTarget, type SignOnStep, signOnTarget, type Target } from "../throttle/throttle-targets";
import { isOverTls, readCookie } from "../../http/cookies";
import { isSealedAsHere } from "../../http/cookies/sealed-token";
import { authenticateSession } from "../../http/cookies/session-cookie";
import { assertOfPageUser } from "../../http/gate/page-user";
import { requireSecondFactor } from "../../auth/credentials/missing-factor";
import { requireRecentAuthentication } from "../../auth/credentials/reauthentication";
import { discover } from "./discovery";
import type { OidcFailureCode } from "../../contracts/people/oidc-failures";
import { asOidcFailure, OidcFailure } from "./failure";
import { intentCookie, isOfSession, type NewIntent, readIntent } from "./intent";
import { reachOutcome } from "./outcome";
import { loadOpenidClient } from "./package";
import { oidcProvider } from "./provider";
import { failurePath, keptReturnAddress, localPath, locationOf, secondStepPath } from "./return-path";
import { type Owing, secondStepCookie } from "./second-step";
import type { OidcSettings } from "./settings";

/** Lets next-auth handle the request with this provider. */
type Run = (signIn: OidcSignIn) => Promise<Response>;

/**
 * POST /api/auth/signin/oidc: sends the user to the provider. The form's `intent` is `link`, to link an identity to the
 * signed-in account, `reauthenticate`, or `join` with an `invitation` to accept if the sign-in makes an account; without it
 * the sign-in is for a new session. `callbackUrl` says where to continue.
 */
export async function beginOidc(
  request: Request,
  facts: RequestFacts,
  settings: OidcSettings,
  run: Run,
): Promise<Response> {
  await loadOpenidClient();
  const form = new URLSearchParams(await request.clone().text());
  try {
    const intent = await newIntent(request, form);
    // Counted first, since anybody can make the vault ask the provider. A sign-in that succeeds refunds it.
    await countAttempt(targetOf("begun", intent, facts));
    const provider = oidcProvider(settings, await discover(settings.issuer), {
      askAgain: intent?.purpose === "reauthenticate",
      onFailure: () => {},
    });
    const response = await run({ provider, admit: async () => false });
    const state = (await locationOf(response)).searchParams.get("state");
    // Also set without an intent, to remove one that an abandoned attempt left behind.
    response.headers.append(
      "Set-Cookie",
      await intentCookie.set(intent && state ? { ...intent, state } : null, isSecure(request)),
    );
    return response;
  } catch (thrown) {
    const { code } = asOidcFailure(thrown);
    log.info({ event: "oidc-refused", code });
    const url = failurePath(
      code,
      form.get("intent") && form.get("intent") !== "join" && code !== "AUTH_REQUIRED" ? "/settings" : "/login",
      form.get("callbackUrl"),
    );
    return form.get("json") === "true" ? Response.json({ url }) : leadTo(url);
  }
}

async function newIntent(request: Request, form: URLSearchParams): Promise<NewIntent | null> {
  const purpose = form.get("intent");
  if (purpose === "join") return { purpose, invitation: form.get("invitation")?.slice(0, 100) ?? "" };
  if (purpose !== "link" && purpose !== "reauthenticate") return null;
  const session = await authenticateSession(request.headers.get("cookie"));
  if (!session) throw new OidcFailure("AUTH_REQUIRED");
  assertOfPageUser(session, request.headers);
  // A linked identity gives permanent access to the account, so a borrowed browser must not get this far.
  if (purpose === "link") requireSecondFactor(session, {});
  if (purpose === "link") requireRecentAuthentication(session);
  return {
    purpose,
    sessionId: session.sessionId,
    startedAt: Date.now(),
    returnTo: localPath(form.get("callbackUrl")) ?? "/settings",
  };
}

/**
 * GET /api/auth/callback/oidc: the user returns from the provider. Every failure leads to the page where the sign-in
 * started, with a code that says what happened.
 */
export async function finishOidc(
  request: Request,
  facts: RequestFacts,
  settings: OidcSettings,
  run: Run,
): Promise<Response> {
  await loadOpenidClient();
  const { searchParams } = new URL(request.url);
  const cookies = request.headers.get("cookie");
  const intent = await readIntent(cookies, searchParams.get("state"));
  let failure: OidcFailureCode | undefined;
  let response: Response | undefined;
  let owing: Owing | undefined;
  let renewed: string | undefined;
  const fail = (thrown: unknown) => (failure ??= asOidcFailure(thrown).code);
  try {
    assertNoErrorAnswer(searchParams);
    assertSealedAsHere(cookies);
    const refund = await countAttempt(targetOf("returned from", intent, facts));
    const metadata = await discover(settings.issuer);
    response = await run({
      provider: oidcProvider(settings, metadata, { askAgain: false, onFailure: fail }),
      admit: async (admission) => {
        try {
          const outcome = await reachOutcome(request, facts, intent, metadata.issuer, admission);
          if (outcome === true) return true;
          if ("goOn" in outcome) {
            renewed = outcome.cookie;
            return outcome.goOn;
          }
          owing = outcome.owing;
          return owing.confirms !== undefined && isOfSession(intent)
            ? secondStepPath("confirm", intent.returnTo)
            : secondStepPath("code", keptReturnAddress(cookies));
        } catch (thrown) {
          fail(thrown);
          return false;
        }
      },
    });
    // next-auth checks its cookies before anything else. A failure there is not reported to `fail`.
    if ((await locationOf(response)).pathname.startsWith("/api/auth/")) fail(new OidcFailure("OIDC_STATE"));
    if (!failure) await Promise.all([refund(), refundAttempt(targetOf("begun", intent, facts))]);
  } catch (thrown) {
    fail(thrown);
  }
  if (failure || !response) {
    const code = failure ?? "UNAVAILABLE";
    log.info({ event: "oidc-refused", code });
    response = leadTo(
      failurePath(
        code,
        isOfSession(intent) && code !== "AUTH_REQUIRED" ? "/settings" : "/login",
        keptReturnAddress(cookies),
      ),
    );
  }
  response.headers.append("Set-Cookie", await intentCookie.set(null, isSecure(request)));
  // Also if next-auth failed afterwards: the browser's old token is no longer valid.
  if (renewed) response.headers.append("Set-Cookie", renewed);
  if (owing) response.headers.append("Set-Cookie", await secondStepCookie.set(owing, isSecure(request)));
  return response;
}

/** RFC 6749, 4.1.2.1: the provider sends its error instead of a code. */
function assertNoErrorAnswer(answer: URLSearchParams): void {
  const error = answer.get("error");
  if (error !== null) throw new OidcFailure(error === "access_denied" ? "OIDC_CANCELLED" : "OIDC_REFUSED");
}

/** Whose attempts are counted: those of the session that started it, or of the client's address. */
const targetOf = (step: SignOnStep, intent: NewIntent | null, { address }: RequestFacts): Target =>
  intent && "sessionId" in intent ? ownSignOnTarget(step, intent.sessionId) : signOnTarget(step, address ?? "");

/**
 * Checks the cookies that next-auth keeps while the user is at the provider. Without them this is not an answer to a sign-in
 * from here, and next-auth would open them with any algorithm that they name.
 */
function assertSealedAsHere(cookies: string | null): void {
  const kept = ["state", "nonce", "pkce.code_verifier"].map((name) => readCookie(cookies, `next-auth.${name}`));
  if (!kept.every((token) => token !== null && isSealedAsHere(token))) throw new OidcFailure("OIDC_STATE");
}

const isSecure = (request: Request): boolean => isOverTls((name) => request.headers.get(name));

const leadTo = (path: string): Response => new Response(null, { status: 302, headers: { Location: path } });

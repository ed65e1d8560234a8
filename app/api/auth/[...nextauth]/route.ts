import NextAuth from "next-auth";
import { isOverTls, sessionCookieName } from "@/lib/http/cookies";
import { nextAuthOptions, type OidcSignIn } from "@/lib/identity/next-auth";
import { oidcSettings } from "@/lib/identity/oidc/settings";
import { listedProvider } from "@/lib/identity/oidc/provider";
import { secondStepCookie } from "@/lib/identity/oidc/second-step";
import { beginOidc, finishOidc } from "@/lib/identity/oidc/sign-in";
import type { AppError } from "@/lib/errors";
import { toWebResponse } from "@/lib/http/types";
import { errorResponse } from "@/lib/http/error-response";
import { runtime } from "@/lib/runtime";

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/**
 * NextAuth's own protocol (csrf, callback, session, signout); its options need the runtime, so they are made at each
 * request. It has room for a code alone: who is held back, or chose a password that can't be, gets the API's answer.
 */
const handler: Handler = async (request, context) => {
  const secure = isOverTls((name) => request.headers.get(name));
  const run = async (oidc?: OidcSignIn) => {
    let refusal: AppError | undefined;
    const response = await (
      NextAuth(nextAuthOptions({ onRefusal: (error) => (refusal = error), oidc, secure })) as Handler
    )(request, context);
    return refusal ? toWebResponse(errorResponse(refusal)) : response;
  };
  const [action, provider] = (await context.params).nextauth;
  const settings = oidcSettings(runtime().settings);
  if (settings && provider === "oidc" && action === "signin") return beginOidc(request, settings, run);
  if (settings && provider === "oidc" && action === "callback") return finishOidc(request, settings, run);
  if (settings && action === "providers") return run(listedProvider(settings));
  const response = await run();
  if (action === "session") keepSessionCookie(response);
  // The code was correct, but its session attempt has expired.
  if (provider === "second-step" && response.ok)
    response.headers.append("Set-Cookie", await secondStepCookie.set(null, secure));
  return response;
};

/**
 * NextAuth sets the session's cookie anew, or clears it, whenever it is asked who is signed in. An answer that comes late
 * would put the token of before back over the one that a proof of identity gave meanwhile.
 */
function keepSessionCookie({ headers }: Response): void {
  const others = headers.getSetCookie().filter((line) => !line.includes(`${sessionCookieName}=`));
  headers.delete("Set-Cookie");
  for (const line of others) headers.append("Set-Cookie", line);
}

export { handler as GET, handler as POST };

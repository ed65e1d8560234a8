import { isOverTls, sessionCookieName } from "@/lib/http/cookies";
import { nextAuthOptions, type OidcSignIn } from "@/lib/identity/next-auth";
import { loadNextAuth } from "@/lib/identity/next-auth/package";
import { runNextAuth } from "@/lib/identity/next-auth/run";
import { oidcSettings } from "@/lib/identity/oidc/settings";
import { listedProvider } from "@/lib/identity/oidc/provider";
import { secondStepCookie } from "@/lib/identity/oidc/second-step";
import { beginOidc, finishOidc } from "@/lib/identity/oidc/sign-in";
import type { AppError } from "@/lib/errors";
import { newRequestFacts } from "@/lib/http/request/request-facts";
import { toWebResponse } from "@/lib/http/types";
import { errorResponse } from "@/lib/http/answer/error-response";
import { runtime } from "@/lib/runtime";

type RequestFacts = ReturnType<typeof newRequestFacts>;
type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/**
 * NextAuth's own protocol (csrf, callback, session, signout). Its options need the runtime, so they are created for
 * each request. Its responses have room for a code only: a throttled sign-in, or an unacceptable new password, gets the
 * API's response.
 */
const handler: Handler = async (request, context) => {
  const secure = isOverTls((name) => request.headers.get(name));
  const facts = newRequestFacts(request);
  const response = await answer(request, context, facts, secure);
  response.headers.set("X-Request-Id", facts.id);
  return response;
};

async function answer(request: Request, context: Context, facts: RequestFacts, secure: boolean): Promise<Response> {
  const { nextauth: path } = await context.params;
  await loadNextAuth();
  const run = async (oidc?: OidcSignIn) => {
    let refusal: AppError | undefined;
    let confirmed: string | undefined;
    const options = nextAuthOptions({
      facts,
      onRefusal: (error) => (refusal = error),
      onConfirmed: (cookie) => (confirmed = cookie),
      oidc,
      secure,
    });
    const response = await runNextAuth(request, path, options);
    if (confirmed) {
      keepSessionCookie(response);
      response.headers.append("Set-Cookie", confirmed);
    }
    return refusal ? toWebResponse(errorResponse(refusal)) : response;
  };
  const [action, provider] = path;
  const settings = oidcSettings(runtime().settings);
  if (settings && provider === "oidc" && action === "signin") return beginOidc(request, facts, settings, run);
  if (settings && provider === "oidc" && action === "callback") return finishOidc(request, facts, settings, run);
  if (settings && action === "providers") return run(listedProvider(settings));
  const response = await run();
  if (action === "session") keepSessionCookie(response);
  // The code was correct, but its session attempt has expired.
  if (provider === "second-step" && response.ok)
    response.headers.append("Set-Cookie", await secondStepCookie.set(null, secure));
  return response;
}

/**
 * NextAuth sets the session cookie again, or clears it, whenever somebody asks who is signed in. A late response would
 * then replace the new token of a re-authentication with the old one. And after one it would set a cookie of its own.
 */
function keepSessionCookie({ headers }: Response): void {
  const others = headers.getSetCookie().filter((line) => !line.includes(`${sessionCookieName}=`));
  headers.delete("Set-Cookie");
  for (const line of others) headers.append("Set-Cookie", line);
}

export { handler as GET, handler as POST };

import NextAuth from "next-auth";
import { nextAuthOptions, type OidcSignIn } from "@/lib/auth/next-auth";
import { oidcSettings } from "@/lib/auth/oidc/settings";
import { beginOidc, finishOidc } from "@/lib/auth/oidc/sign-in";
import { runtime } from "@/lib/runtime";

type Context = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's own protocol (csrf, callback, session, signout); its options need the runtime, so they are made at the first request. */
async function handler(request: Request, context: Context): Promise<Response> {
  const run = (oidc?: OidcSignIn) => (NextAuth(nextAuthOptions({ oidc })) as (request: Request, context: Context) => Promise<Response>)(request, context);
  const [action, provider] = (await context.params).nextauth;
  const settings = provider === "oidc" ? oidcSettings(runtime().settings) : null;
  if (settings && action === "signin") return beginOidc(request, settings, run);
  if (settings && action === "callback") return finishOidc(request, settings, run);
  return run();
}

export { handler as GET, handler as POST };

import type { NextAuthOptions, Profile, User } from "next-auth";
import type { decode } from "next-auth/jwt";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { IdTokenClaims } from "openid-client";
import { prepareNextAuthEnvironment } from "../../env";
import { AppError } from "../../errors";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";
import type { RequestFacts } from "../../auth/caller";
import { displayName } from "../../auth/activity/account-subjects";
import { verifyLogin } from "../login";
import { secondStepProvider } from "../oidc/second-step";
import { nextAuthCookies } from "./cookies";
import { nextAuthPackage } from "./package";
import { parseAssertion, passkeyProvider } from "./passkey-provider";
import { beginSession, lookUpSession, sessionSecondsMax } from "../../auth/credentials/session";
import { endSession } from "../../auth/credentials/sign-out";
import { readSessionToken } from "../../http/cookies/session-cookie";
import { openToken } from "../../http/cookies/sealed-token";
import { noteRefusedSignIn, noteSignIn } from "../throttle/sign-in-log";
import { siteOf } from "../site";

declare module "next-auth" {
  interface Session {
    user?: { id: string; email?: string | null; name?: string | null };
    /** When the session ends if no request comes before; `expires` is when it ends in any case. */
    idleExpires?: string;
  }
  interface User {
    /** Set only between the login and the first token. */
    sessionToken?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** The random token. The Session row keeps only its hash. */
    sessionToken?: string;
  }
}

/** The user that next-auth found at the provider, with the provider's claims about them. */
export type OidcAdmission = { user: User; profile?: (Profile & Record<string, unknown>) | undefined };
/**
 * A sign-in at the OIDC provider. `admit` returns true for a new session of `user`, a path to continue at without a new
 * session, or false to refuse.
 */
export type OidcSignIn = {
  provider: OAuthConfig<IdTokenClaims>;
  admit: (admission: OidcAdmission) => Promise<boolean | string>;
};

/**
 * NextAuth runs the login protocol, but our Session row decides at every request whether a session is active. Our pages
 * replace its built-in ones. `onRefusal` receives errors that say more than a code: how long to wait, what is wrong with
 * the new password, or that a session could be neither read nor ended. `onConfirmed` receives the cookie of a session that was
 * re-authenticated, to send instead of next-auth's. `facts` are the request's, as its log line and its activity record tell of them.
 */
export function nextAuthOptions({
  facts,
  onRefusal,
  onConfirmed,
  oidc,
  secure,
}: {
  facts: RequestFacts;
  onRefusal: (refusal: AppError) => void;
  onConfirmed: (setCookie: string) => void;
  oidc?: OidcSignIn | undefined;
  secure: boolean;
}): NextAuthOptions {
  const { settings, sessionSecret } = runtime();
  prepareNextAuthEnvironment(settings);
  // next-auth only logs what these throw, and answers as if the session had ended.
  const orUnavailable =
    <Given, Found>(work: (given: Given) => Promise<Found>) =>
    (given: Given): Promise<Found> =>
      work(given).catch((error: unknown) => {
        onRefusal(new AppError("UNAVAILABLE", { cause: error, headers: { "Retry-After": "1" } }));
        throw error;
      });
  return {
    secret: sessionSecret,
    session: { strategy: "jwt", maxAge: sessionSecondsMax() },
    useSecureCookies: secure,
    cookies: nextAuthCookies(secure),
    pages: { signIn: "/login", error: "/login", signOut: "/settings" },
    providers: [
      ...(settings.AUTH_PASSWORD_LOGIN ? [passwordProvider(facts, onRefusal), passkeyProvider(facts)] : []),
      ...(oidc
        ? [oidc.provider]
        : settings.AUTH_OIDC_ISSUER
          ? [secondStepProvider(facts, { onRefusal, onConfirmed })]
          : []),
    ],
    // NextAuth's default would be a token that is valid for 30 days.
    jwt: { decode: orUnavailable(decodeStanding), maxAge: sessionSecondsMax() },
    callbacks: {
      signIn: ({ account, user, profile }) =>
        account?.provider !== "oidc" ||
        !oidc ||
        oidc.admit({ user: user as User, profile: profile as OidcAdmission["profile"] }),
      jwt: ({ token, user }) => (user?.sessionToken ? { ...token, sessionToken: user.sessionToken } : token),
      // A return address on another site, or none, leads to the front page.
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === new URL(baseUrl).origin
          ? new URL(url, baseUrl).href
          : baseUrl,
      session: orUnavailable(async ({ session, token }) => {
        const standing = await lookUpSession(token.sessionToken ?? "");
        // The session has ended since the cookie was decoded.
        if (!standing) return { expires: session.expires };
        return {
          expires: standing.expiresAt.toISOString(),
          idleExpires: standing.idleExpiresAt.toISOString(),
          user: await currentUser(standing.caller.userId),
        };
      }),
    },
    events: {
      signOut: orUnavailable(async ({ token }) => {
        if (token?.sessionToken) await endSession(token.sessionToken, facts);
      }),
    },
    logger: {
      // next-auth's messages may quote what was sent, so only the code is logged.
      error: (code, metadata) =>
        log.error({ event: "next-auth", code, error: loggableError("error" in metadata ? metadata.error : metadata) }),
      warn: (code) => log.warn({ event: "next-auth", code }),
      debug: () => {},
    },
  };
}

/**
 * The cookie of an ended session decodes to null, so that next-auth treats the browser as signed out and clears the
 * cookie.
 */
const decodeStanding: typeof decode = async (params) => {
  const token = await openToken(params).catch(() => null);
  if (!token?.sessionToken) return null;
  return (await lookUpSession(token.sessionToken)) ? token : null;
};

/** The user's current data. The token knows only the data at sign-in. */
async function currentUser(id: string) {
  const user = await runtime().db.user.findUnique({ where: { id }, select: { email: true, name: true } });
  return { id, email: user?.email ?? null, name: user?.name ?? null };
}

function passwordProvider(facts: RequestFacts, onRefusal: (refusal: AppError) => void) {
  const refused = (code: string): null => {
    noteRefusedSignIn(facts, "password", code);
    return null;
  };
  return nextAuthPackage().CredentialsProvider({
    name: "E-mail and password",
    credentials: {
      email: { label: "E-mail", type: "email" },
      password: { label: "Password", type: "password" },
      newPassword: { label: "Your own password, to replace a temporary one", type: "password" },
      code: { label: "Code of the second factor", type: "text" },
      passkey: { label: "A passkey's response instead of the code, as JSON", type: "text" },
    },
    async authorize(credentials, request) {
      const { email, password, newPassword, code } = credentials ?? {};
      const assertion = parseAssertion(credentials?.passkey);
      if (typeof email !== "string" || typeof password !== "string") return null;
      try {
        const headers = (request.headers ?? {}) as Record<string, string | undefined>;
        const verified = await verifyLogin({
          email,
          password,
          newPassword: typeof newPassword === "string" ? newPassword : undefined,
          code: typeof code === "string" ? code.slice(0, 64) : undefined,
          passkey: assertion && { assertion, site: siteOf((name) => headers[name]) },
          request: facts,
        });
        if (!verified) return refused("CREDENTIALS_WRONG");
        const { passwordHash, secondFactor, ...user } = verified;
        const sessionToken = await beginSession(user.id, {
          method: "password",
          name: displayName(user),
          request: facts,
          proof: { passwordHash },
          replaced: await readSessionToken(headers["cookie"]),
        });
        noteSignIn(facts, { method: "password", userId: user.id, secondFactor });
        return { ...user, sessionToken };
      } catch (error) {
        // The password changed after it was verified, so it is now simply wrong.
        if (error instanceof AppError && error.code === "AUTH_REQUIRED") return refused("CREDENTIALS_WRONG");
        noteRefusedSignIn(facts, "password", error instanceof AppError ? error.code : "UNAVAILABLE");
        if (error instanceof AppError && (error.code === "TOO_MANY_ATTEMPTS" || error.code === "VALIDATION_ERROR"))
          onRefusal(error);
        // The message becomes the `error` in the login page's URL, so it must be a code and never an internal text.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

import type { NextAuthOptions, Profile, User } from "next-auth";
import type { decode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { IdTokenClaims } from "openid-client";
import { prepareNextAuthEnvironment } from "../../env";
import { AppError } from "../../errors";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";
import { verifyLogin } from "../login";
import { secondStepProvider } from "../oidc/second-step";
import { nextAuthCookies } from "./cookies";
import { parseAssertion, passkeyProvider } from "./passkey-provider";
import { beginSession, endSession, lookUpSession, sessionSecondsMax } from "../../auth/session";
import { readSessionToken } from "../../http/cookies/session-cookie";
import { openToken } from "../../http/cookies/sealed-token";
import { noteRefusedSignIn, noteSignIn } from "../sign-in-log";
import { siteOf } from "../site";

declare module "next-auth" {
  interface Session {
    user?: { id: string; email?: string | null; name?: string | null };
    /** When it ends unless a request comes before; `expires` is when it ends in any case. */
    idleExpires?: string;
  }
  interface User {
    /** Only between login and the first token. */
    sessionToken?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** The random token whose hash the Session row keeps. */
    sessionToken?: string;
  }
}

/** Who next-auth found at the provider, and what the provider claims of them. */
export type OidcAdmission = { user: User; profile?: (Profile & Record<string, unknown>) | undefined };
/** A sign-in at the OIDC provider. `admit`: true for a new session of `user`, a path to go on to without one, false for a refusal. */
export type OidcSignIn = {
  provider: OAuthConfig<IdTokenClaims>;
  admit: (admission: OidcAdmission) => Promise<boolean | string>;
};

/**
 * NextAuth does the login protocol; whether a session stands is decided by our Session row, at every request.
 * Its built-in pages are replaced by ours. `onRefusal` hears of those that have more to tell than a code: how long to
 * wait, or what is wrong with the new password.
 */
export function nextAuthOptions({
  onRefusal,
  oidc,
  secure,
}: {
  onRefusal: (refusal: AppError) => void;
  oidc?: OidcSignIn | undefined;
  secure: boolean;
}): NextAuthOptions {
  const { settings, sessionSecret } = runtime();
  prepareNextAuthEnvironment(settings);
  return {
    secret: sessionSecret,
    session: { strategy: "jwt", maxAge: sessionSecondsMax() },
    useSecureCookies: secure,
    cookies: nextAuthCookies(secure),
    pages: { signIn: "/login", error: "/login", signOut: "/settings" },
    providers: [
      ...(settings.AUTH_PASSWORD_LOGIN ? [passwordProvider(onRefusal), passkeyProvider()] : []),
      ...(oidc ? [oidc.provider] : settings.AUTH_OIDC_ISSUER ? [secondStepProvider(onRefusal)] : []),
    ],
    // Of its own it would seal a token for 30 days.
    jwt: { decode: decodeStanding, maxAge: sessionSecondsMax() },
    callbacks: {
      signIn: ({ account, user, profile }) =>
        account?.provider !== "oidc" ||
        !oidc ||
        oidc.admit({ user: user as User, profile: profile as OidcAdmission["profile"] }),
      jwt: ({ token, user }) => (user?.sessionToken ? { ...token, sessionToken: user.sessionToken } : token),
      // A return address of another site, or none at all, is the front page instead.
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === new URL(baseUrl).origin
          ? new URL(url, baseUrl).href
          : baseUrl,
      session: async ({ session, token }) => {
        const standing = await lookUpSession(token.sessionToken ?? "");
        // Ended since it was decoded: nobody.
        if (!standing) return { expires: session.expires };
        return {
          expires: standing.expiresAt.toISOString(),
          idleExpires: standing.idleExpiresAt.toISOString(),
          user: await currentUser(standing.caller.userId),
        };
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (token?.sessionToken) await endSession(token.sessionToken);
      },
    },
    logger: {
      // next-auth's messages may quote what was sent: keep the code alone.
      error: (code, metadata) =>
        log.error({ event: "next-auth", code, error: loggableError("error" in metadata ? metadata.error : metadata) }),
      warn: (code) => log.warn({ event: "next-auth", code }),
      debug: () => {},
    },
  };
}

/** A cookie whose session was ended decodes to nothing, so that next-auth sees it as signed out and clears it. */
const decodeStanding: typeof decode = async (params) => {
  const token = await openToken(params).catch(() => null);
  if (!token?.sessionToken) return null;
  return (await lookUpSession(token.sessionToken)) ? token : null;
};

/** As they are now: the token knows only what was at sign-in. */
async function currentUser(id: string) {
  const user = await runtime().db.user.findUnique({ where: { id }, select: { email: true, name: true } });
  return { id, email: user?.email ?? null, name: user?.name ?? null };
}

function refused(code: string): null {
  noteRefusedSignIn("password", code);
  return null;
}

function passwordProvider(onRefusal: (refusal: AppError) => void) {
  return CredentialsProvider({
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
        const address = headers["x-forwarded-for"] ?? "";
        const verified = await verifyLogin({
          email,
          password,
          newPassword: typeof newPassword === "string" ? newPassword : undefined,
          code: typeof code === "string" ? code.slice(0, 64) : undefined,
          passkey: assertion && { assertion, site: siteOf((name) => headers[name]) },
          address,
        });
        if (!verified) return refused("CREDENTIALS_WRONG");
        const { passwordHash, secondFactor, ...user } = verified;
        const sessionToken = await beginSession(user.id, {
          method: "password",
          userAgent: headers["user-agent"],
          address,
          passwordHash,
          replaced: await readSessionToken(headers["cookie"]),
        });
        noteSignIn("password", user.id, secondFactor);
        return { ...user, sessionToken };
      } catch (error) {
        // Another password since it was verified: it is as wrong as any.
        if (error instanceof AppError && error.code === "AUTH_REQUIRED") return refused("CREDENTIALS_WRONG");
        noteRefusedSignIn("password", error instanceof AppError ? error.code : "UNAVAILABLE");
        if (error instanceof AppError && (error.code === "TOO_MANY_ATTEMPTS" || error.code === "VALIDATION_ERROR"))
          onRefusal(error);
        // The message becomes the `error` of the login page's URL: a code, never a text from below.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

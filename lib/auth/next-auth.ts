import type { NextAuthOptions } from "next-auth";
import { decode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { prepareNextAuthEnvironment } from "../env";
import { AppError } from "../errors";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import { verifyLogin } from "../services/login";
import { beginSession, endSession, findSession, sessionSecondsMax } from "./session";

declare module "next-auth" {
  interface Session {
    user?: { id: string; email?: string | null; name?: string | null };
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

/**
 * NextAuth does the login protocol; whether a session stands is decided by our Session row, at every request.
 * Its built-in pages are replaced by ours.
 */
export function nextAuthOptions({ onHeldBack }: { onHeldBack: (refusal: AppError) => void }): NextAuthOptions {
  const { settings, sessionSecret } = runtime();
  prepareNextAuthEnvironment(settings);
  return {
    secret: sessionSecret,
    session: { strategy: "jwt", maxAge: sessionSecondsMax() },
    pages: { signIn: "/login", error: "/login", signOut: "/settings" },
    providers: settings.AUTH_PASSWORD_LOGIN ? [passwordProvider(onHeldBack)] : [],
    jwt: { decode: decodeStanding },
    callbacks: {
      jwt: ({ token, user }) => (user?.sessionToken ? { ...token, sessionToken: user.sessionToken } : token),
      // A return address of another site, or none at all, is the front page instead.
      redirect: ({ url, baseUrl }) => (URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === new URL(baseUrl).origin ? new URL(url, baseUrl).href : baseUrl),
      session: async ({ session, token }) => ({ ...session, user: await currentUser(token.sub ?? "") }),
    },
    events: {
      signOut: async ({ token }) => {
        if (token?.sessionToken) await endSession(token.sessionToken);
      },
    },
    logger: {
      // next-auth's messages may quote what was sent: keep the code alone.
      error: (code, metadata) => log.error({ event: "next-auth", code, error: describeFault("error" in metadata ? metadata.error : metadata) }),
      warn: (code) => log.warn({ event: "next-auth", code }),
      debug: () => {},
    },
  };
}

/** A cookie whose session was ended decodes to nothing, so that next-auth sees it as signed out and clears it. */
const decodeStanding: typeof decode = async (params) => {
  const token = await decode(params).catch(() => null);
  if (!token?.sessionToken) return null;
  return (await findSession(token.sessionToken)) ? token : null;
};

/** As they are now: the token knows only what was at sign-in. */
async function currentUser(id: string) {
  const user = await runtime().db.user.findUnique({ where: { id }, select: { email: true, name: true } });
  return { id, email: user?.email ?? null, name: user?.name ?? null };
}

function passwordProvider(onHeldBack: (refusal: AppError) => void) {
  return CredentialsProvider({
    name: "E-mail and password",
    credentials: { email: { label: "E-mail", type: "email" }, password: { label: "Password", type: "password" }, code: { label: "Code of the second factor", type: "text" } },
    async authorize(credentials, request) {
      const { email, password, code } = credentials ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      try {
        const headers = (request.headers ?? {}) as Record<string, string | undefined>;
        const address = headers["x-forwarded-for"] ?? "";
        const user = await verifyLogin({ email, password, code: typeof code === "string" ? code.slice(0, 64) : undefined, address });
        if (!user) return null;
        const sessionToken = await beginSession(user.id, { method: "password", userAgent: headers["user-agent"], address });
        return { ...user, sessionToken };
      } catch (error) {
        if (error instanceof AppError && error.code === "TOO_MANY_ATTEMPTS") onHeldBack(error);
        // The message becomes the `error` of the login page's URL: a code, never a text from below.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

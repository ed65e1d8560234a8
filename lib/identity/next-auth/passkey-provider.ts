import CredentialsProvider from "next-auth/providers/credentials";
import { type PasskeyAssertion, PasskeyReauthentication } from "../../contracts/passkeys";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { userOfAssertion } from "../passkeys";
import { beginSession } from "../../auth/session";
import { readSessionToken } from "../../http/cookies/session-cookie";
import { noteRefusedSignIn, noteSignIn } from "../sign-in-log";
import { siteOf } from "../site";

/** The sign-in by a passkey alone: possession, and the PIN or biometry that it was unlocked with. */
export function passkeyProvider() {
  return CredentialsProvider({
    id: "passkey",
    name: "Passkey",
    credentials: { credential: { label: "The authenticator's response, as JSON", type: "text" } },
    async authorize(credentials, request) {
      const assertion = parseAssertion(credentials?.credential);
      if (!assertion) return null;
      const headers = (request.headers ?? {}) as Record<string, string | undefined>;
      const address = headers["x-forwarded-for"] ?? "";
      try {
        const userId = await userOfAssertion(
          assertion,
          siteOf((name) => headers[name]),
          { purpose: "sign-in", address },
        );
        const { id, email, name } = await runtime().db.user.findUniqueOrThrow({
          where: { id: userId },
          select: { id: true, email: true, name: true },
        });
        const sessionToken = await beginSession(id, {
          method: "passkey",
          userAgent: headers["user-agent"],
          address,
          replaced: await readSessionToken(headers["cookie"]),
        });
        noteSignIn("passkey", id, "own");
        return { id, email, name, sessionToken };
      } catch (error) {
        noteRefusedSignIn("passkey", error instanceof AppError ? error.code : "UNAVAILABLE");
        // The message becomes the `error` of the answer's URL: a code, never a text from below.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

/** The form's field as what an authenticator answers; null when it is nothing of the kind. */
export function parseAssertion(field: unknown): PasskeyAssertion | null {
  if (typeof field !== "string") return null;
  try {
    return PasskeyReauthentication.safeParse({ credential: JSON.parse(field) as unknown }).data?.credential ?? null;
  } catch {
    return null;
  }
}

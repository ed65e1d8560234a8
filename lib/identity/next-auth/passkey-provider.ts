import { type PasskeyAssertion, PasskeyReauthentication } from "../../contracts/people/passkeys";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { displayName } from "../../auth/activity/account-subjects";
import type { RequestFacts } from "../../auth/caller";
import { ownerOfAssertion } from "../passkeys";
import { recordRefusedSignIn } from "../../auth/credentials/refused-sign-in";
import { beginSession } from "../../auth/credentials/session";
import { readSessionToken } from "../../http/cookies/session-cookie";
import { noteRefusedSignIn, noteSignIn } from "../throttle/sign-in-log";
import { siteOf } from "../site";
import { nextAuthPackage } from "./package";

/** Signs in with a passkey alone. It counts as two factors: possession, and the PIN or biometrics that unlocked it. */
export function passkeyProvider(facts: RequestFacts) {
  return nextAuthPackage().CredentialsProvider({
    id: "passkey",
    name: "Passkey",
    credentials: { credential: { label: "The authenticator's response, as JSON", type: "text" } },
    async authorize(credentials, request) {
      const assertion = parseAssertion(credentials?.credential);
      if (!assertion) return null;
      const headers = (request.headers ?? {}) as Record<string, string | undefined>;
      try {
        const { userId, passkeyId } = await ownerOfAssertion(
          assertion,
          siteOf((name) => headers[name]),
          { purpose: "sign-in", address: facts.address ?? "" },
          (user) => recordRefusedSignIn({ user, method: "passkey", request: facts }),
        );
        const { id, email, name } = await runtime().db.user.findUniqueOrThrow({
          where: { id: userId },
          select: { id: true, email: true, name: true },
        });
        const sessionToken = await beginSession(id, {
          method: "passkey",
          name: displayName({ name, email }),
          request: facts,
          proof: { passkeyId },
          replaced: await readSessionToken(headers["cookie"]),
        });
        noteSignIn(facts, { method: "passkey", userId: id, secondFactor: "own" });
        return { id, email, name, sessionToken };
      } catch (error) {
        const code = error instanceof AppError ? error.code : "UNAVAILABLE";
        // The passkey was removed after it was verified.
        const told = code === "AUTH_REQUIRED" ? "PASSKEY_REFUSED" : code;
        noteRefusedSignIn(facts, "passkey", told);
        // The message becomes the `error` in the response's URL, so it must be a code and never an internal text.
        throw new Error(told, { cause: error });
      }
    },
  });
}

/** Parses the form field as an authenticator's response; null if it is not one. */
export function parseAssertion(field: unknown): PasskeyAssertion | null {
  if (typeof field !== "string") return null;
  try {
    return PasskeyReauthentication.safeParse({ credential: JSON.parse(field) as unknown }).data?.credential ?? null;
  } catch {
    return null;
  }
}

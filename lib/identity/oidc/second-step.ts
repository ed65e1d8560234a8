import { z } from "zod";
import { AppError } from "../../errors";
import { userOfIdentity } from "../identities";
import { verifySecondStep } from "../login";
import { nextAuthPackage } from "../next-auth/package";
import { parseAssertion } from "../next-auth/passkey-provider";
import { sealedCookie } from "../../http/cookies/sealed-cookie";
import { displayName } from "../../auth/activity/account-subjects";
import type { RequestFacts } from "../../auth/caller";
import { beginSession } from "../../auth/credentials/session";
import { readSessionToken } from "../../http/cookies/session-cookie";
import { noteRefusedSignIn, noteSignIn } from "../throttle/sign-in-log";
import { siteOf } from "../site";

/** Marks a user who has signed in at the provider but not yet given the code of their second factor. */
export const secondStepCookie = sealedCookie(
  "svc.second-step",
  5 * 60,
  z.object({ issuer: z.string(), subject: z.string() }),
);

/** The second step of a sign-in at the provider: a code, or a passkey instead. */
export function secondStepProvider(facts: RequestFacts, onRefusal: (refusal: AppError) => void) {
  return nextAuthPackage().CredentialsProvider({
    id: "second-step",
    name: "Second factor",
    credentials: {
      code: { label: "Code of the second factor", type: "text" },
      passkey: { label: "A passkey's response instead of the code, as JSON", type: "text" },
    },
    async authorize(credentials, request) {
      const headers = (request.headers ?? {}) as Record<string, string | undefined>;
      try {
        const identity = await secondStepCookie.read(headers["cookie"] ?? null);
        // Looked up again, since it may have been unlinked.
        const user = identity && (await userOfIdentity(identity));
        if (!identity || !user) return null;
        const assertion = parseAssertion(credentials?.passkey);
        const secondFactor = await verifySecondStep(user, {
          code: credentials?.code?.slice(0, 64),
          passkey: assertion && { assertion, site: siteOf((name) => headers[name]) },
          request: facts,
        });
        const sessionToken = await beginSession(user.id, {
          method: "oidc",
          name: displayName(user),
          request: facts,
          proof: identity,
          replaced: await readSessionToken(headers["cookie"]),
        });
        noteSignIn(facts, { method: "oidc", userId: user.id, secondFactor });
        return { ...user, sessionToken };
      } catch (error) {
        noteRefusedSignIn(facts, "oidc", error instanceof AppError ? error.code : "UNAVAILABLE");
        if (error instanceof AppError && error.code === "TOO_MANY_ATTEMPTS") onRefusal(error);
        // The message becomes the `error` in the response's URL, so it must be a code and never an internal text.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

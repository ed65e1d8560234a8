import { z } from "zod";
import { AppError } from "../../errors";
import { userOfIdentity } from "../identities";
import { confirmBySecondStep, verifySecondStep } from "../login";
import { nextAuthPackage } from "../next-auth/package";
import { parseAssertion } from "../next-auth/passkey-provider";
import { sealedCookie } from "../../http/cookies/sealed-cookie";
import { displayName } from "../../auth/activity/account-subjects";
import type { RequestFacts } from "../../auth/caller";
import { beginSession } from "../../auth/credentials/session";
import { authenticateSession, readSessionToken } from "../../http/cookies/session-cookie";
import { noteRefusedSignIn, noteSignIn } from "../throttle/sign-in-log";
import { siteOf } from "../site";

/**
 * Who has signed in at the provider but not yet given the code of their second factor. `confirms`: the session in which
 * that is a re-authentication; no session begins then.
 */
const Owing = z.object({ issuer: z.string(), subject: z.string(), confirms: z.string().optional() });
export type Owing = z.infer<typeof Owing>;
export const secondStepCookie = sealedCookie("svc.second-step", 5 * 60, Owing);

/**
 * The second step of a sign-in at the provider: a code, or a passkey instead. `onConfirmed` receives the `Set-Cookie` of a
 * re-authentication, to send instead of next-auth's.
 */
export function secondStepProvider(
  facts: RequestFacts,
  { onRefusal, onConfirmed }: { onRefusal: (refusal: AppError) => void; onConfirmed: (setCookie: string) => void },
) {
  return nextAuthPackage().CredentialsProvider({
    id: "second-step",
    name: "Second factor",
    credentials: {
      code: { label: "Code of the second factor", type: "text" },
      passkey: { label: "A passkey's response instead of the code, as JSON", type: "text" },
    },
    async authorize(credentials, request) {
      const headers = (request.headers ?? {}) as Record<string, string | undefined>;
      const cookies = headers["cookie"] ?? null;
      const identity = await secondStepCookie.read(cookies);
      try {
        // Looked up again, since it may have been unlinked.
        const user = identity && (await userOfIdentity(identity));
        if (!identity || !user) return null;
        const assertion = parseAssertion(credentials?.passkey);
        const given = {
          code: credentials?.code?.slice(0, 64),
          passkey: assertion && { assertion, site: siteOf((name) => headers[name]) },
          request: facts,
        };
        if (identity.confirms !== undefined) {
          const session = await authenticateSession(cookies);
          if (session?.sessionId !== identity.confirms || session.userId !== user.id) return null;
          session.request = facts;
          onConfirmed(await confirmBySecondStep(session, given, cookies));
          return user;
        }
        const secondFactor = await verifySecondStep(user, given);
        const sessionToken = await beginSession(user.id, {
          method: "oidc",
          name: displayName(user),
          request: facts,
          proof: identity,
          replaced: await readSessionToken(cookies),
        });
        noteSignIn(facts, { method: "oidc", userId: user.id, secondFactor });
        return { ...user, sessionToken };
      } catch (error) {
        // A refused re-authentication is not a refused sign-in.
        if (identity?.confirms === undefined)
          noteRefusedSignIn(facts, "oidc", error instanceof AppError ? error.code : "UNAVAILABLE");
        if (error instanceof AppError && error.code === "TOO_MANY_ATTEMPTS") onRefusal(error);
        // The message becomes the `error` in the response's URL, so it must be a code and never an internal text.
        throw new Error(error instanceof AppError ? error.code : "UNAVAILABLE", { cause: error });
      }
    },
  });
}

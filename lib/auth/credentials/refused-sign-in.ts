import type { SignInMethod } from "../../contracts/people/account";
import { displayName, sessionSubject } from "../activity/account-subjects";
import { newRecord, personAs } from "../activity/activity";
import type { RequestFacts } from "../caller";
import { recordAfterReply } from "../activity/record-after-reply";

/** Whose sign-in is refused, how, and by which request. */
export type RefusedSignIn = {
  user: { id: string; name: string | null; email: string };
  method: SignInMethod;
  request: RequestFacts | null;
};

/** Tells an account's owner of an attempt to sign in to it, after the reply. */
export function recordRefusedSignIn({ user, method, request }: RefusedSignIn): void {
  recordAfterReply(
    newRecord({
      owner: user.id,
      action: "session.sign-in",
      actor: personAs(user.id, displayName(user)),
      request,
      subject: sessionSubject(null, method),
      outcome: "refused",
    }),
  );
}

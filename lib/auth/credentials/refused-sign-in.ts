import type { SignInMethod } from "../../contracts/people/account";
import { displayName, sessionSubject } from "../activity/account-subjects";
import { newRecord, personAs } from "../activity/activity";
import type { RequestFacts } from "../caller";
import { recordBehind } from "../activity/record-behind";

/** Whose sign-in is refused, how, and by which request. */
export type RefusedSignIn = {
  user: { id: string; name: string | null; email: string };
  method: SignInMethod;
  request: RequestFacts | null;
};

/** Tells an account's owner of an attempt to sign in to it, behind its answer. */
export function recordRefusedSignIn({ user, method, request }: RefusedSignIn): void {
  recordBehind(
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

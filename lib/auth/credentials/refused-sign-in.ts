import type { SignInMethod } from "../../contracts/people/account";
import { displayName, sessionSubject } from "../activity/account-subjects";
import { newRecord, personAs } from "../activity/activity";
import { hourlyCounts } from "../activity/hourly-counts";
import type { RequestFacts } from "../caller";
import { recordAfterReply } from "../activity/record-after-reply";

/** Whose sign-in is refused, how, and by which request. */
export type RefusedSignIn = {
  user: { id: string; name: string | null; email: string };
  method: SignInMethod;
  request: RequestFacts | null;
};

/** Refused sign-ins of an account that a process records in an hour, by each method: anybody can cause them. */
const recordedMax = 60;
// Counted per method, so that a flood of one does not hide another.
const countRefused = hourlyCounts();

/** Tells an account's owner of an attempt to sign in to it, after the reply; of the first ones in an hour. */
export function recordRefusedSignIn({ user, method, request }: RefusedSignIn): void {
  if (countRefused(`${method} ${user.id}`) > recordedMax) return;
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

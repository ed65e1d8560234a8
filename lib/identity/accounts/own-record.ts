import { accountSubject, displayName, memberSubject } from "../../auth/activity/account-subjects";
import { newRecord, personAs, recordOf, type Subject } from "../../auth/activity/activity";
import type { RequestFacts, SessionCaller } from "../../auth/caller";
import type { RegisteredUser } from "../../contracts/people/account";
import type { Action } from "../../contracts/access/actions";
import type { NewRecord } from "../../db/activity/chain";

/** What a person does to their own account belongs to their own vault, wherever they act. */
export const ownRecord = (
  caller: SessionCaller,
  action: Action,
  subject: Subject = accountSubject(caller.userId, caller.name),
  more: { outcome?: "refused" } = {},
): NewRecord => recordOf(caller, action, subject, { owner: caller.userId, ...more });

/** A new account, and its membership if an invitation made it one of a team's members. */
export function registrationRecords(user: RegisteredUser, request: RequestFacts, teamId: string | null): NewRecord[] {
  const by = { actor: personAs(user.id, displayName(user)), request };
  const made = newRecord({
    ...by,
    owner: user.id,
    action: "account.register",
    subject: accountSubject(user.id, displayName(user)),
  });
  if (teamId === null) return [made];
  return [made, newRecord({ ...by, owner: teamId, action: "member.join", subject: memberSubject(user) })];
}

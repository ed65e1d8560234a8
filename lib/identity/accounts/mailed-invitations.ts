import { isMailOn } from "../../auth/mail/mail-outbox";
import { countAttempt } from "../throttle/throttle";
import { mailedInvitationTarget } from "../throttle/throttle-targets";

/**
 * Invites somebody. What is sent by e-mail counts against its sender: a team's name is text that reaches strangers. Throws
 * TOO_MANY_ATTEMPTS, with nobody invited, after many.
 */
export async function countedInvitation<T>(
  { userId }: { userId: string },
  { email }: { email?: string | null | undefined },
  invite: () => Promise<T>,
): Promise<T> {
  if (email && isMailOn()) await countAttempt(mailedInvitationTarget(userId));
  return invite();
}

import { exactTime } from "@/lib/client/words/dates";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { Member } from "@/lib/contracts/people/members";
import { ReachLimits } from "./reach-limits";

/** In words: what a key of the list is limited to, and until when its previous key works. */
export function KeyLimits({ accessKey, maker }: { accessKey: AccessKey; maker: Member | undefined }) {
  const { canary, previousKeyExpiresAt } = accessKey;
  return (
    <div className="space-y-1 text-xs text-muted">
      {canary ? (
        <p className="break-words">A trap: every use is refused and raises an alarm.</p>
      ) : (
        <ReachLimits limits={accessKey} maker={maker} />
      )}
      {previousKeyExpiresAt && (
        <p className="text-warning-ink">
          Previous key works until <time dateTime={previousKeyExpiresAt}>{exactTime(previousKeyExpiresAt)}</time>
        </p>
      )}
    </div>
  );
}

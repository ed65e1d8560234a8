import { exactTime } from "@/lib/client/dates";
import type { AccessKey } from "@/lib/contracts/access-keys";
import type { Member } from "@/lib/contracts/members";
import { namedMax, reachesText } from "./key-words";

/** In words: what a key of the list is limited to, and until when its former key works. */
export function KeyLimits({ accessKey, maker }: { accessKey: AccessKey; maker: Member | undefined }) {
  const { canary, projects, addresses, previousKeyExpiresAt } = accessKey;
  const unnamed = [projects, addresses].flatMap((items) => (items && items.length > namedMax ? [items] : []));
  return (
    <div className="space-y-1 text-xs text-muted">
      <p className="break-words">
        {canary ? "A trap: every use is refused and raises an alarm." : reachesText(accessKey, maker)}
      </p>
      {!canary &&
        unnamed.map((items) => (
          <details key={items === projects ? "projects" : "addresses"}>
            <summary className="w-fit rounded-sm font-medium pointer-coarse:py-3.5">
              All {items.length} {items === projects ? "projects" : "addresses"}
            </summary>
            <ul className="mt-1 columns-1 gap-x-4 pl-4 sm:columns-2">
              {items.map((item) => (
                <li key={item} className="break-words">
                  {item}
                </li>
              ))}
            </ul>
          </details>
        ))}
      {previousKeyExpiresAt && (
        <p className="text-warning-ink">
          Former key works until <time dateTime={previousKeyExpiresAt}>{exactTime(previousKeyExpiresAt)}</time>
        </p>
      )}
    </div>
  );
}

import { KeyRound } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Link } from "@/components/ui/buttons/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { exactTime, longDate } from "@/lib/client/words/dates";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { Member } from "@/lib/contracts/people/members";
import { expiryOf } from "./limits/expiry";
import { ExpiryBadge } from "./expiry-badge";
import { KeyLimits } from "./limits/key-limits";
import { isBounded } from "./key-words";
import { ScopeBadges } from "./limits/scope-badges";

export function AccessKeyRow({
  accessKey,
  maker,
  onRotate,
  onRevoke,
}: {
  accessKey: AccessKey;
  /** Who made it, in a team. */ maker: Member | undefined;
  onRotate: (accessKey: AccessKey) => void;
  onRevoke: (accessKey: AccessKey) => void;
}) {
  const { name, keyPrefix, scopes, canary, lastUsedAt, createdAt } = accessKey;
  const bounded = isBounded(accessKey) || (maker !== undefined && isBounded(maker));
  const sees = useRights().may("activity:read");
  return (
    <li className="flex items-start gap-3 py-3 pr-2 pl-4 sm:pr-3">
      <KeyRound aria-hidden className="mt-1.5 hidden size-4 shrink-0 text-muted sm:block" />
      <div className="min-w-0 flex-1 space-y-1.5">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-sm break-words">{name}</h2>
          <ExpiryBadge accessKey={accessKey} />
          {canary && <Badge tone="warning">Canary</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          <code className="font-mono">{keyPrefix}…</code>
          {maker && <span className="min-w-0 break-words">Created by {maker.name ?? maker.email}</span>}
          <span>
            {lastUsedAt ? (
              <>
                Last used <RelativeTime timestamp={lastUsedAt} />
              </>
            ) : (
              "Never used"
            )}
          </span>
          <span>
            Created{" "}
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {longDate(createdAt)}
            </time>
          </span>
        </p>
        {sees && (
          <p className="text-xs">
            <Link
              href={`/activity?actorId=${accessKey.id}`}
              aria-label={`Activity of ${name}, ${keyPrefix}…`}
              className="-my-1 inline-flex min-h-6 items-center font-medium text-accent-ink underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              Activity
            </Link>
          </p>
        )}
        <KeyLimits accessKey={accessKey} maker={maker} />
        <ScopeBadges name={name} scopes={scopes} bounded={bounded} />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row">
        {/* Of an expired key the new one would be expired as well, and a canary's former one would fall silent. */}
        {expiryOf(accessKey).state !== "expired" && !canary && (
          <Button
            size="small"
            variant="ghost"
            aria-label={`Rotate ${name}, ${keyPrefix}…`}
            onClick={() => onRotate(accessKey)}
          >
            Rotate…
          </Button>
        )}
        <Button
          size="small"
          variant="danger-quiet"
          aria-label={`Revoke ${name}, ${keyPrefix}…`}
          data-revoke={accessKey.id}
          onClick={() => onRevoke(accessKey)}
        >
          Revoke…
        </Button>
      </div>
    </li>
  );
}

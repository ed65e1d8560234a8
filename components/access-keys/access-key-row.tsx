import { KeyRound } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { exactTime, longDate } from "@/lib/client/dates";
import type { AccessKey } from "@/lib/contracts/access-keys";
import { ExpiryBadge } from "./expiry-badge";
import { presetOf, scopeSummary } from "./scope-presets";

export function AccessKeyRow({
  accessKey,
  onRevoke,
}: {
  accessKey: AccessKey;
  onRevoke: (accessKey: AccessKey) => void;
}) {
  const { name, keyPrefix, scopes, lastUsedAt, createdAt } = accessKey;
  const preset = presetOf(scopes);
  return (
    <li className="flex items-start gap-3 py-3 pr-2 pl-4 sm:pr-3">
      <KeyRound aria-hidden className="mt-1.5 hidden size-4 shrink-0 text-muted sm:block" />
      <div className="min-w-0 flex-1 space-y-1.5">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-sm break-words">{name}</h2>
          <ExpiryBadge accessKey={accessKey} />
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          <code className="font-mono">{keyPrefix}…</code>
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
        <ul aria-label={`Scopes of ${name}`} className="flex flex-wrap gap-1">
          {preset && (
            <li className="contents">
              <Badge tone="accent">{preset.label}</Badge>
            </li>
          )}
          {preset?.value !== "everything" &&
            scopeSummary(scopes).map(({ resource, verbs }) => (
              <li key={resource} className="contents">
                <Badge mono>
                  {resource}: {verbs}
                </Badge>
              </li>
            ))}
        </ul>
      </div>
      <Button
        size="small"
        variant="danger-quiet"
        aria-label={`Revoke ${name}, ${keyPrefix}…`}
        data-revoke={accessKey.id}
        onClick={() => onRevoke(accessKey)}
      >
        Revoke…
      </Button>
    </li>
  );
}

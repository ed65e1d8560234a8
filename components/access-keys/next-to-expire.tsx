"use client";

import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { ago } from "@/lib/client/words/dates";
import { accessKeysQuery } from "@/lib/client/http/queries/queries";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import { expiryOf } from "./limits/expiry";
import { ExpiryBadge } from "./expiry-badge";

const shownMax = 5;

/** Next to expire first, then expired, then never expiring. */
function byUrgency(a: AccessKey, b: AccessKey): number {
  const rank = (accessKey: AccessKey) => ({ soon: 0, later: 0, expired: 1, never: 2 })[expiryOf(accessKey).state];
  return rank(a) - rank(b) || ((a.expiresAt ?? "") < (b.expiresAt ?? "") ? -1 : 1);
}

/** For the overview: access keys, next to expire first. Memoised, since the overview rerenders with each count. */
export const NextToExpire = memo(function NextToExpire() {
  const accessKeys = useQuery(accessKeysQuery);
  const data = useDeferred(accessKeys.data);
  return (
    <Card>
      <CardHeader
        title="Access keys"
        actions={
          <Link href="/access-keys" className={buttonStyle({ variant: "ghost", size: "small" })}>
            All access keys
          </Link>
        }
      />
      {!data ? (
        accessKeys.isError ? (
          <ErrorState error={accessKeys.error} onRetry={accessKeys.refetch} />
        ) : (
          <SkeletonRows rows={shownMax} rowHeight="h-13" label="Loading access keys" />
        )
      ) : data.length === 0 ? (
        <EmptyState
          title="No access keys"
          actions={
            <Link href="/access-keys?new=key" className={buttonStyle()}>
              Create access key
            </Link>
          }
        >
          Scripts and builds use one to reach the vault.
        </EmptyState>
      ) : (
        <ul aria-label="Access keys" className="divide-y divide-line">
          {[...data]
            .sort(byUrgency)
            .slice(0, shownMax)
            .map((accessKey) => (
              <li key={accessKey.id} className="flex h-13 items-center gap-3 px-4">
                <div className="min-w-0 flex-1">
                  <p className="truncate text-sm font-medium">{accessKey.name}</p>
                  <p className="truncate text-xs text-muted">
                    {accessKey.lastUsedAt ? `Last used ${ago(accessKey.lastUsedAt)}` : "Never used"}
                  </p>
                </div>
                <ExpiryBadge accessKey={accessKey} />
              </li>
            ))}
        </ul>
      )}
    </Card>
  );
});

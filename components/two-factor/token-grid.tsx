import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { onceLoaded } from "@/lib/client/once-loaded";
import type { TwoFactorToken } from "@/lib/contracts/two-factor";
import { endingSeconds } from "./server-clock";
import { codeButtonId, TokenCard, TokenMenu } from "./token-card";
import { useSecondsLeft } from "./use-server-clock";
import type { LiveCodes } from "./use-live-codes";

const grid = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3";
const drawnAtFirst = 60;

export type TokenGridProps = {
  tokens: readonly TwoFactorToken[];
  live: LiveCodes;
  /** The token the palette asked for. */
  wanted: string | undefined;
  /** Whether one may see codes here. */
  shows: boolean;
  /** For those who may change tokens. */
  onEdit: ((token: TwoFactorToken) => void) | undefined;
  onDelete: (token: TwoFactorToken) => void;
};

export function TokenGrid({ tokens, live: { codes, show, hide }, wanted, shows, onEdit, onDelete }: TokenGridProps) {
  const [all, setAll] = useState(false);
  const seconds = useSecondsLeft();
  // The cards' menus open at once.
  useEffect(() => onceLoaded(TokenMenu.preload), []);
  const drawn = all || wanted ? tokens : tokens.slice(0, drawnAtFirst);

  useEffect(() => {
    if (wanted) document.getElementById(codeButtonId(wanted))?.focus();
  }, [wanted]);

  return (
    <>
      <ul aria-label="Two-factor tokens" className={grid}>
        {drawn.map((token) => {
          const live = codes.get(token.id);
          return (
            <TokenCard
              key={token.id}
              token={token}
              live={live}
              endsIn={live?.status === "shown" && seconds <= endingSeconds ? seconds : undefined}
              shows={shows}
              onShow={show}
              onHide={hide}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          );
        })}
      </ul>
      {drawn.length < tokens.length && (
        <p className="mt-4 text-center">
          <Button onClick={() => setAll(true)}>Show all {tokens.length} tokens</Button>
        </p>
      )}
    </>
  );
}

export function TokenGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading two-factor tokens</span>
      <div className="mb-3 flex items-center gap-3 py-2">
        <Skeleton className="h-control w-full sm:max-w-sm" />
        <Skeleton className="ml-auto size-9 shrink-0 rounded-full" />
      </div>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, card) => (
          <div key={card} className="space-y-4 rounded-lg border border-line bg-surface px-3 py-3">
            <div className="flex items-center gap-3">
              <Skeleton className="size-8" />
              <Skeleton className="h-3 w-2/5" />
            </div>
            <Skeleton className="h-8 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}

import { Eye, EyeOff } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { useCountdown } from "@/lib/client/hooks/use-countdown";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { PeriodRing } from "./codes/period-ring";
import { usualPeriod } from "./codes/server-clock";
import type { LiveCodes } from "./codes/use-live-codes";

/** Each shown code is a request every period: beyond this number, search first. */
const shownAtOnceMax = 60;

export function CodesToolbar({
  search,
  onSearchChange,
  found,
  live,
  shows,
}: {
  search: string;
  onSearchChange: (search: string) => void;
  found: readonly TwoFactorToken[];
  live: LiveCodes;
  /** Whether one may see codes here. */ shows: boolean;
}) {
  const seconds = useCountdown(live.hidesAt);
  const shown = live.codes.size > 0;
  // Showing a code that follows a counter uses it up: each is asked for by itself.
  const timed = found.filter(({ period }) => period !== null);
  return (
    <div className="sticky top-(--bar) z-10 -mx-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 bg-canvas px-1 py-2 lg:top-0">
      <SearchInput
        label="Search tokens"
        value={search}
        onChange={(event) => onSearchChange(event.target.value)}
        className="min-w-32 flex-1 sm:max-w-sm"
      />
      <div className="ml-auto flex items-center gap-2">
        {seconds !== undefined && <span className="hidden text-xs text-muted sm:inline">Hides in {seconds} s</span>}
        {!shows ? null : shown ? (
          <Button icon={<EyeOff />} onClick={() => live.hide()}>
            Hide codes
          </Button>
        ) : (
          timed.length <= shownAtOnceMax && (
            <Button icon={<Eye />} disabled={timed.length === 0} onClick={() => live.show(timed)}>
              Show codes
            </Button>
          )
        )}
        {shows && found.some(({ period }) => period === usualPeriod) && <PeriodRing />}
      </div>
    </div>
  );
}

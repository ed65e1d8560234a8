import { Eye, EyeOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { useCountdown } from "@/lib/client/hooks/use-countdown";
import type { TwoFactorToken } from "@/lib/contracts/two-factor";
import { PeriodRing } from "./period-ring";
import type { LiveCodes } from "./use-live-codes";

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
          found.length <= shownAtOnceMax && (
            <Button icon={<Eye />} disabled={found.length === 0} onClick={() => live.show(found.map(({ id }) => id))}>
              Show codes
            </Button>
          )
        )}
        {shows && <PeriodRing />}
      </div>
    </div>
  );
}

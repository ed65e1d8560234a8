import { cn } from "@/components/ui/class-names";
import { endingSeconds, usualPeriod } from "./server-clock";
import { useSecondsLeft } from "./use-seconds-left";

const radius = 15;
const round = 2 * Math.PI * radius;

/** The clock of all codes of a period. Attributes, not styles: the content security policy refuses those in markup. */
export function PeriodRing({ period = usualPeriod, what = "Codes change" }: { period?: number; what?: string }) {
  const seconds = useSecondsLeft(period);
  const share = seconds / period;
  const ending = seconds <= endingSeconds;
  return (
    <span
      role="timer"
      aria-label={`${what} in ${seconds} s`}
      className={cn(
        "relative grid size-9 shrink-0 place-items-center",
        ending ? "text-warning-ink" : "text-accent-ink",
      )}
    >
      <svg aria-hidden viewBox="0 0 36 36" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="3">
        <circle cx="18" cy="18" r={radius} className="stroke-line" />
        <circle
          cx="18"
          cy="18"
          r={radius}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={round}
          strokeDashoffset={round * (1 - share)}
          className={cn(seconds < period && "transition-[stroke-dashoffset] duration-1000 ease-linear")}
        />
      </svg>
      <span aria-hidden className="text-xs font-semibold">
        {seconds}
      </span>
    </span>
  );
}

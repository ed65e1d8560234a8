import { SkipForward } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { describeError } from "@/lib/client/http/describe-error";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { readable } from "../kind-text";
import { endingSeconds } from "./server-clock";
import type { LiveCode } from "./use-live-codes";
import { useSecondsLeft } from "./use-seconds-left";

/** A code in the groups that people read it in, or what stands in its place. */
export function CodeText({ token, live }: { token: TwoFactorToken; live: LiveCode | undefined }) {
  if (live?.status === "failed")
    return <span className="min-w-0 text-xs text-danger-ink">{describeError(live.error).title}</span>;
  if (live?.status === "shown")
    return (
      <span
        data-testid="code"
        className={cn(
          "font-mono font-medium tracking-tight whitespace-nowrap text-ink",
          // The next code has to fit beside it.
          live.code.length > 6 ? "text-xl" : "text-2xl",
        )}
      >
        {readable(live.code)}
      </span>
    );
  return (
    <>
      <span
        aria-hidden
        className={cn("font-mono text-2xl tracking-tight whitespace-nowrap text-muted/70", live && "animate-pulse")}
      >
        {readable("•".repeat(token.digits))}
      </span>
      <span className="sr-only">{live ? "Loading" : "Hidden"}</span>
    </>
  );
}

/** On the button of a code that follows a counter. */
export const NextButtonText = ({ name }: { name: string }) => (
  <span className="ml-auto flex items-center gap-1.5 text-xs font-medium text-accent-ink [&_svg]:size-4">
    Next code<span className="sr-only"> of {name}</span>
    <SkipForward aria-hidden />
  </span>
);

/** Renders every second by itself, so that the card does not. */
export function NextCode({ next, period }: { next: string | undefined; period: number }) {
  const seconds = useSecondsLeft(period);
  if (seconds > endingSeconds) return null;
  return (
    <span className="text-warning-ink">
      {next ? (
        <>
          Next{" "}
          <span data-testid="next-code" className="font-mono">
            {readable(next)}
          </span>
        </>
      ) : (
        `New code in ${seconds} s`
      )}
    </span>
  );
}

import { useCountdown } from "@/lib/client/hooks/use-countdown";

/** When a shown value hides itself. */
export function HidesIn({ hidesAt }: { hidesAt: number | undefined }) {
  const seconds = useCountdown(hidesAt);
  return seconds === undefined ? null : <span className="shrink-0 text-xs text-muted">Hides in {seconds} s</span>;
}

import { useEffect, useState } from "react";

const secondsUntil = (endsAt: number | undefined) =>
  endsAt === undefined ? undefined : Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));

/** Whole seconds until `endsAt` (ms since the epoch), down to 0; undefined without an end. Renders once a second, not more. */
export function useCountdown(endsAt: number | undefined): number | undefined {
  const [state, setState] = useState({ endsAt, seconds: secondsUntil(endsAt) });
  useEffect(() => {
    if (endsAt === undefined) return;
    const tick = () => {
      const seconds = secondsUntil(endsAt);
      setState((last) => (last.endsAt === endsAt && last.seconds === seconds ? last : { endsAt, seconds }));
      if (seconds === 0) window.clearInterval(timer);
    };
    // Four times a second, so that a late timer never skips a number.
    const timer = window.setInterval(tick, 250);
    tick();
    return () => window.clearInterval(timer);
  }, [endsAt]);
  return state.endsAt === endsAt ? state.seconds : secondsUntil(endsAt);
}

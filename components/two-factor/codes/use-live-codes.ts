import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useWhenHidden } from "@/lib/client/hooks/reveal/use-when-hidden";
import { revealTwoFactorCode } from "@/lib/client/http/api";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { endingSeconds, serverNow, timedFetch, usualPeriod } from "./server-clock";

/** `period` is in seconds; null for codes that follow a counter. */
type Timed = Pick<TwoFactorToken, "id" | "period" | "version">;

/**
 * `endsAt`: when to fetch it again, by the server's clock (ms since the epoch). Never by itself, if a code follows a
 * counter.
 */
export type LiveCode = { token: Timed } & (
  | { status: "pending" }
  | { status: "shown"; code: string; endsAt: number; next?: string | undefined }
  | { status: "failed"; error: unknown; endsAt: number }
);

export type LiveCodes = {
  codes: ReadonlyMap<string, LiveCode>;
  /** When all codes hide (ms since the epoch). */
  hidesAt: number | undefined;
  /** Shows codes; of a token that follows a counter, its next one. */
  show: (tokens: readonly Timed[]) => void;
  /** All of them, or one. */
  hide: (id?: string) => void;
};

const shownMilliseconds = 120_000;
const none: ReadonlyMap<string, LiveCode> = new Map();

const millisecondsOf = ({ period }: Timed) => (period ?? usualPeriod) * 1000;

/** The end of the period that ends within `milliseconds`. Rounding absorbs the clocks' difference. */
const endOfPeriod = (token: Timed, milliseconds: number) =>
  token.period === null
    ? Infinity
    : Math.round((serverNow() + milliseconds) / millisecondsOf(token)) * millisecondsOf(token);

export async function fetchCode(
  token: Timed,
  signal?: AbortSignal,
): Promise<{ code: string; endsAt: number; next: string | undefined }> {
  const { code, remainingSeconds, nextCode } = await revealTwoFactorCode(
    { params: { id: token.id }, query: { next: "true" } },
    { fetch: timedFetch, ...(signal && { signal }) },
  );
  return { code, endsAt: endOfPeriod(token, (remainingSeconds ?? 0) * 1000), next: nextCode };
}

/** A shown code without a known next one is fetched again in its last seconds; an expired one at once. */
const isDue = (live: LiveCode, now: number) =>
  live.status !== "pending" &&
  (live.endsAt <= now ||
    (live.status === "shown" && live.next === undefined && live.endsAt - now <= endingSeconds * 1000));

/** At the end of a period the next code replaces the current one, without waiting for the server. */
function advance(live: LiveCode, now: number): LiveCode {
  if (live.status !== "shown" || live.next === undefined || live.endsAt > now) return live;
  const { token, next, endsAt } = live;
  if (now - endsAt >= millisecondsOf(token)) return live;
  return { token, status: "shown", code: next, endsAt: endsAt + millisecondsOf(token) };
}

/**
 * Requested codes, in this component's state only, renewed each period. All are dropped after two minutes, when the tab
 * is hidden and when the component unmounts, and one once its token was changed, whose secret may be another one by now; a
 * later response is dropped too. `listed`: the tokens as the page shows them.
 */
export function useLiveCodes(listed: readonly Timed[] = []): LiveCodes {
  const [codes, setCodes] = useState(none);
  const [hidesAt, setHidesAt] = useState<number>();
  const [requests] = useState(() => new Map<string, AbortController>());

  const load = useCallback(
    async (token: Timed) => {
      const { id } = token;
      if (requests.has(id)) return;
      const own = new AbortController();
      requests.set(id, own);
      const put = (live: LiveCode) =>
        !own.signal.aborted && setCodes((last) => (last.has(id) ? new Map(last).set(id, live) : last));
      try {
        put({ token, status: "shown", ...(await fetchCode(token, own.signal)) });
      } catch (error) {
        put({ token, status: "failed", error, endsAt: endOfPeriod(token, 1.5 * millisecondsOf(token)) });
      } finally {
        if (requests.get(id) === own) requests.delete(id);
      }
    },
    [requests],
  );

  const show = useCallback(
    (tokens: readonly Timed[]) => {
      setCodes(
        (last) =>
          new Map([
            ...last,
            ...tokens
              .filter(({ id }) => last.get(id)?.status !== "shown")
              .map((token): [string, LiveCode] => [token.id, { token, status: "pending" }]),
          ]),
      );
      setHidesAt(Date.now() + shownMilliseconds);
      for (const token of tokens) void load(token);
    },
    [load],
  );

  const hide = useCallback(
    (only?: string) => {
      for (const [id, request] of requests) {
        if (only !== undefined && id !== only) continue;
        request.abort();
        requests.delete(id);
      }
      setCodes((last) => (only === undefined ? none : new Map([...last].filter(([id]) => id !== only))));
      if (only === undefined) setHidesAt(undefined);
    },
    [requests],
  );

  const hideFormer = useEffectEvent(() => {
    for (const { id, version } of listed) if ((codes.get(id)?.token.version ?? version) !== version) hide(id);
  });
  // In the same step in which the rest of the token is drawn as it is now.
  useLayoutEffect(() => () => hideFormer(), [listed]);

  const latest = useRef(codes);
  useEffect(() => {
    latest.current = codes;
  }, [codes]);

  const shown = codes.size > 0;
  useEffect(() => {
    if (!shown) return;
    const renew = () => {
      const now = serverNow();
      if ([...latest.current.values()].some((live) => advance(live, now) !== live))
        return setCodes((last) => new Map([...last].map(([id, live]) => [id, advance(live, now)])));
      for (const live of latest.current.values()) if (isDue(live, now)) void load(live.token);
    };
    const timer = window.setInterval(renew, 250);
    return () => window.clearInterval(timer);
  }, [shown, load]);
  useWhenHidden(hide, shown);

  useEffect(() => {
    if (hidesAt === undefined) return;
    const timer = window.setTimeout(hide, hidesAt - Date.now());
    return () => window.clearTimeout(timer);
  }, [hidesAt, hide]);

  useEffect(() => () => hide(), [hide]);

  return { codes, hidesAt: shown ? hidesAt : undefined, show, hide };
}

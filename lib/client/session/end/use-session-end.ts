import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { endPage, type PageEnd, pageEndStore, type TabMessage } from "./page-end";
import { queryKeys } from "../../http/queries/query-keys";
import { ApiError } from "../../http/api-error";
import { readOwnSession, tabsChannel } from "../session";
import { useSession } from "../use-session";

/** The longest time that an ended session may stay visible while the vault does not answer. */
const askMillisecondsMax = 5_000;

/**
 * Clears the page when its session has ended (ASVS 5.0, 14.3.1): by time, including a sleeping laptop, by a sign-out in
 * another tab, or by somebody else's sign-in, after which that person's page tells all others whose it is. It asks the
 * vault first, since another tab may have prolonged the session; if the vault can't be reached, the page is cleared
 * anyway. It asks when the announced end has come, not before.
 */
export function useSessionEnd(): void {
  const queryClient = useQueryClient();
  const { data: session } = useSession();
  const endsAt = session?.endsAt;
  const user = session?.id;

  useEffect(() => {
    let asking = false;
    const ask = async (unreached: PageEnd) => {
      if (asking || pageEndStore.current()) return;
      asking = true;
      try {
        queryClient.setQueryData(queryKeys.session, await readOwnSession(AbortSignal.timeout(askMillisecondsMax)));
      } catch (error) {
        endPage(
          error instanceof ApiError && error.code === "AUTH_REQUIRED"
            ? { why: "session-over", reached: true, signedOut: unreached.why === "not-told" }
            : unreached,
        );
      }
      asking = false;
    };
    const look = () => {
      if (endsAt !== undefined && Date.now() >= endsAt) void ask({ why: "session-over", reached: false });
    };
    // Timers stop while the machine sleeps, so check again when the page becomes visible.
    const timer = endsAt === undefined ? undefined : window.setTimeout(look, Math.max(0, endsAt - Date.now()));
    const listening = new AbortController();
    for (const type of ["visibilitychange", "pageshow", "focus"]) window.addEventListener(type, look, listening);
    const channel = new BroadcastChannel(tabsChannel);
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (!user || data.user !== user) void ask(data);
    };
    if (user) channel.postMessage({ why: "session-over", reached: false, user } satisfies TabMessage);
    return () => {
      window.clearTimeout(timer);
      listening.abort();
      channel.close();
    };
  }, [endsAt, user, queryClient]);
}

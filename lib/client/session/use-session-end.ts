import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { endPage, type PageEnd, pageEndStore } from "./page-end";
import { queryKeys } from "../http/query-keys";
import { ApiError } from "../http/api-error";
import { readSession, signedOutChannel } from "./session";
import { useSession } from "./use-session";

/** What is over must not stay on the page for longer than this while nobody answers. */
const askMillisecondsMax = 5_000;

/**
 * Ends the page when its session has ended (ASVS 5.0, 14.3.1): by time, also in the sleep of a laptop, or by a sign-out in
 * another tab. The vault is asked first, since another tab may have kept the session alive; where it can't be reached the
 * page ends all the same. It is asked when the end that it told has come, not before.
 */
export function useSessionEnd(): void {
  const queryClient = useQueryClient();
  const { data: session } = useSession();
  const endsAt = session?.endsAt;

  useEffect(() => {
    let asking = false;
    const ask = async (unreached: PageEnd) => {
      if (asking || pageEndStore.current()) return;
      asking = true;
      try {
        queryClient.setQueryData(queryKeys.session, await readSession(AbortSignal.timeout(askMillisecondsMax)));
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
    // A timer stands still while the machine sleeps: whoever comes back to the page finds it looked at as well.
    const timer = endsAt === undefined ? undefined : window.setTimeout(look, Math.max(0, endsAt - Date.now()));
    document.addEventListener("visibilitychange", look);
    for (const type of ["pageshow", "focus"]) window.addEventListener(type, look);
    const channel = new BroadcastChannel(signedOutChannel);
    channel.onmessage = ({ data }: MessageEvent<string | undefined>) => void ask({ why: "not-told", until: data });
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      for (const type of ["pageshow", "focus"]) window.removeEventListener(type, look);
      channel.close();
    };
  }, [endsAt, queryClient]);
}

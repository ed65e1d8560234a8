"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { toast } from "@/components/ui/toasts/toast";
import { endOtherSessions, endSession } from "@/lib/client/http/resources/account-api";
import { describeError } from "@/lib/client/http/describe-error";
import { sessionsQuery } from "@/lib/client/http/queries/account-queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { Session } from "@/lib/contracts/people/sessions";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { SessionRowSkeleton } from "./session-row-skeleton";

// Fetched beside the sessions themselves, so that neither waits for the other.
const SessionList = onDemand(() => import("./session-list"), <SessionRowSkeleton />);

export function SessionsCard() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const data = useDeferred(sessions.data);
  const [ending, setEnding] = useState<string>();
  const others = data?.some(({ current }) => !current) ?? false;

  useEffect(() => onceLoaded(SessionList.preload), []);

  // The pressed button disappears with its row; once the list has rendered without it, focus the heading.
  const pressed = useRef(false);
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main [data-sessions]")?.focus();
  }, [sessions.data]);

  async function end(mark: string, work: () => Promise<unknown>, done: string) {
    setEnding(mark);
    pressed.current = true;
    try {
      await work();
      toast.success(done);
    } catch (error) {
      // Already ended: the goal is reached.
      if (!(error instanceof ApiError && error.code === "SESSION_NOT_FOUND")) toast.error(describeError(error).message);
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    setEnding(undefined);
  }
  const endOne = ({ id, device }: Session) => end(id, () => endSession({ params: { id } }), `${device} was signed out`);

  return (
    <Card>
      <CardHeader
        title={
          <span tabIndex={-1} data-sessions>
            Sessions
          </span>
        }
        description="Where you are signed in."
        actions={
          others && (
            <Button
              size="small"
              variant="danger-quiet"
              pending={ending === "others"}
              onClick={() => void end("others", () => endOtherSessions({}), "All other sessions were signed out")}
            >
              Sign out other sessions
            </Button>
          )
        }
      />
      {!data ? (
        sessions.isError ? (
          <ErrorState error={sessions.error} onRetry={sessions.refetch} />
        ) : (
          <SessionRowSkeleton />
        )
      ) : (
        <SessionList sessions={data} ending={ending} onEnd={(session) => void endOne(session)} />
      )}
    </Card>
  );
}

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote, ErrorState } from "@/components/ui/states/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { useOnceShown } from "@/lib/client/hooks/reveal/use-once-shown";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { calendarQuery, createCalendar, deleteCalendar } from "@/lib/client/http/resources/reminders-api";

const unseen = "The calendar address was created but never shown: create a new one";

/** Makes, replaces and revokes the calendar's address, which is shown only when it is made. */
export default function CalendarForm() {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const calendar = useQuery(calendarQuery);
  const [asking, setAsking] = useState<"replace" | "revoke">();
  const refresh = () => queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey });
  const create = async () => {
    const made = await createCalendar({});
    if (!isThere()) toast.error(unseen);
    return made;
  };
  const make = useMutation({ mutationFn: create, gcTime: 0, onSettled: refresh });
  const revoke = async () => {
    await deleteCalendar({});
    make.reset();
    await refresh();
    toast.success("The calendar’s address was revoked");
  };

  if (!calendar.data)
    return calendar.isError ? (
      <ErrorState error={calendar.error} onRetry={calendar.refetch} />
    ) : (
      <Skeleton className="h-control" />
    );
  const { createdAt } = calendar.data;
  const address = make.data?.url;
  return (
    <div className="space-y-3 text-sm">
      {address ? (
        <NewAddress address={address} onLeave={make.reset} />
      ) : (
        <p className="text-muted">
          {createdAt ? (
            <>
              Its address was created <RelativeTime timestamp={createdAt} />. A new one replaces it.
            </>
          ) : (
            "Anyone who has its address can see names and dates, but no values. Keep it as secret as a password."
          )}
        </p>
      )}
      {make.isError && !createdAt && <ErrorNote error={make.error} />}
      <div className="flex flex-wrap gap-2">
        <Button pending={make.isPending} onClick={() => (createdAt ? setAsking("replace") : make.mutate())}>
          {createdAt ? "Create new address…" : "Create address"}
        </Button>
        {createdAt && (
          <Button variant="danger-quiet" onClick={() => setAsking("revoke")}>
            Revoke address…
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === "replace"}
        onOpenChange={() => setAsking(undefined)}
        title="Replace the calendar’s address?"
        confirmLabel="Create new address"
        onConfirm={() => make.mutateAsync()}
      >
        <p>Calendars that subscribe to the current address stop updating until they get the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "revoke"}
        onOpenChange={() => setAsking(undefined)}
        title="Revoke the calendar’s address?"
        confirmLabel="Revoke address"
        onConfirm={revoke}
      >
        <p>Calendars that subscribe to it stop updating.</p>
      </ConfirmDialog>
    </div>
  );
}

function NewAddress({ address, onLeave }: { address: string; onLeave: () => void }) {
  const { shown, toggle } = useOnceShown(onLeave);
  return (
    <>
      <p>Subscribe to this address in your calendar. It can’t be shown again.</p>
      {shown ? (
        <code
          tabIndex={0}
          aria-label="The calendar’s address"
          className="block rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-all"
        >
          {address}
        </code>
      ) : (
        <Button onClick={toggle}>Show the address</Button>
      )}
      <CopyButton labelled variant="primary" text={address} label="Copy address" />
    </>
  );
}

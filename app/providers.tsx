"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Notices } from "@/components/layout/notices/notices";
import { SessionGate } from "@/components/layout/session-gate";
import { onDemand } from "@/components/ui/states/on-demand";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { createQueryClient } from "@/lib/client/http/queries/query-client";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { documentVault } from "@/lib/client/vaults/active-vault";
import type { Team } from "@/lib/contracts/people/teams";
import type { PageSignInMethods } from "./ended-page";

const EndedPage = onDemand(() => import("./ended-page"), null);

export type ProvidersProps = {
  methods: PageSignInMethods;
  /** The person's, if they could be read: the first rendering knows the vault's name and what may be done there. */
  teams: Team[] | null;
  children: ReactNode;
};

export function Providers({ methods, teams, children }: ProvidersProps) {
  // In state, so that the server never shares one between users.
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    if (teams) client.setQueryData(queryKeys.teams, teams);
    return client;
  });
  // A place is a document. Whatever brought the router to another place, what is in memory must not go with it.
  const activeVault = useActiveVault();
  const elsewhere = typeof window !== "undefined" && activeVault !== documentVault;
  useEffect(() => {
    if (elsewhere) window.location.reload();
  }, [elsewhere]);
  useEffect(() => {
    let stop = () => {};
    const callOff = onceLoaded(() => {
      // Without it, lists are still refetched whenever the tab becomes visible.
      import("@/lib/client/vaults/shared-lists").then(
        ({ keepFresh }) => (stop = keepFresh(queryClient)),
        () => undefined,
      );
    });
    return () => {
      callOff();
      stop();
    };
  }, [queryClient]);
  // Loaded right after the first load: when it is needed, the vault may not be reachable to load it from.
  useEffect(() => onceLoaded(EndedPage.preload), []);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate screen={(end, owner) => <EndedPage end={end} owner={owner} methods={methods} />}>
        {!elsewhere && children}
        <Notices />
      </SessionGate>
    </QueryClientProvider>
  );
}

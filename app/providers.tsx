"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Notices } from "@/components/layout/notices";
import { SessionGate } from "@/components/layout/session-gate";
import { onDemand } from "@/components/ui/on-demand";
import { onceLoaded } from "@/lib/client/once-loaded";
import { createQueryClient } from "@/lib/client/http/query-client";
import type { PageSignInMethods } from "./ended-page";

const EndedPage = onDemand(() => import("./ended-page"), null);

export function Providers({ methods, children }: { methods: PageSignInMethods; children: ReactNode }) {
  // In state, so that the server never shares one between users.
  const [queryClient] = useState(createQueryClient);
  // Loaded right after the first load: when it is needed, the vault may not be reachable to load it from.
  useEffect(() => onceLoaded(EndedPage.preload), []);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate screen={(end, owner) => <EndedPage end={end} owner={owner} methods={methods} />}>
        {children}
        <Notices />
      </SessionGate>
    </QueryClientProvider>
  );
}

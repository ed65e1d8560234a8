"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Notices } from "@/components/layout/notices";
import { SessionGate } from "@/components/layout/session-gate";
import { onDemand } from "@/components/ui/on-demand";
import { createQueryClient } from "@/lib/client/query-client";

const SignInAgain = onDemand(() => import("@/components/account/sign-in-again"));

/** `ways`: how one signs in here. Only what needs no other page can be asked for in this one's place. */
export function Providers({ ways, children }: { ways: { password: boolean; provider: string | null }; children: ReactNode }) {
  // In state, so that the server never shares one between users.
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate again={ways.password ? (owner) => <SignInAgain provider={ways.provider} owner={owner} /> : undefined}>
        {children}
        <Notices />
      </SessionGate>
    </QueryClientProvider>
  );
}

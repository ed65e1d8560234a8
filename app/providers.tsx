"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Notices } from "@/components/layout/notices";
import { SessionGate } from "@/components/layout/session-gate";
import { createQueryClient } from "@/lib/client/query-client";

export function Providers({ children }: { children: ReactNode }) {
  // In state, so that the server never shares one between users.
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate>
        {children}
        <Notices />
      </SessionGate>
    </QueryClientProvider>
  );
}

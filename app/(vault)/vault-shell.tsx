"use client";

import type { ReactNode } from "react";
import { Shell } from "@/components/layout/shell";
import { TeamGate } from "@/components/teams/team-gate";
import { onDemand } from "@/components/ui/states/on-demand";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const TeamNameDialog = onDemand(() => import("@/components/teams/team-name-dialog"));
// Asked for by a click, or by an address.
const Hosts = onDemand(() => import("./hosts"), null);

/** The shell with what teams add to it. */
export function VaultShell({ children }: { children: ReactNode }) {
  const loaded = useLoaded();
  return (
    <Shell newTeam={(props) => <TeamNameDialog {...props} />}>
      <TeamGate>{children}</TeamGate>
      {loaded && <Hosts />}
    </Shell>
  );
}

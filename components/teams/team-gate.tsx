"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { teamsQuery } from "@/lib/client/http/queries/queries";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";

const NoSuchTeam = onDemand(() => import("./no-such-team"));

/** A team's pages, as long as the person belongs to it. */
export function TeamGate({ children }: { children: ReactNode }) {
  const activeVault = useActiveVault();
  const { data: teams } = useQuery(teamsQuery);
  return activeVault !== null && teams && !teams.some(({ id }) => id === activeVault) ? <NoSuchTeam /> : children;
}

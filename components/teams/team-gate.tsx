"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { teamsQuery } from "@/lib/client/http/queries/queries";
import { usePlace } from "@/lib/client/hooks/address/use-place";

const NoSuchTeam = onDemand(() => import("./no-such-team"));

/** A team's pages, as long as the person belongs to it. */
export function TeamGate({ children }: { children: ReactNode }) {
  const place = usePlace();
  const { data: teams } = useQuery(teamsQuery);
  return place !== null && teams && !teams.some(({ id }) => id === place) ? <NoSuchTeam /> : children;
}

"use client";

import { useMemo, type ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import type { Stats } from "@/lib/contracts/vault/stats";
import { sharesByEnvironment, sharesByType } from "./shares";
import { useSeen } from "./use-seen";

const waiting = <Skeleton className="h-full" />;
const TypeChart = onDemand(() => import("./type-chart"), waiting);
const EnvironmentChart = onDemand(() => import("./environment-chart"), waiting);

/** The charts load when they scroll into view; until then their space is reserved. */
export function Charts({ stats }: { stats: Stats | undefined }) {
  const byType = useMemo(() => stats && sharesByType(stats), [stats]);
  const byEnvironment = useMemo(() => stats && sharesByEnvironment(stats), [stats]);
  return (
    <>
      <ChartCard title="Entries by type">{byType && <TypeChart shares={byType} />}</ChartCard>
      <ChartCard title="Entries by environment">
        {byEnvironment && <EnvironmentChart shares={byEnvironment} />}
      </ChartCard>
    </>
  );
}

function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  const [place, seen] = useSeen();
  return (
    <Card>
      <CardHeader title={title} />
      <div ref={place} className="h-44 p-4">
        {seen && children ? children : waiting}
      </div>
    </Card>
  );
}

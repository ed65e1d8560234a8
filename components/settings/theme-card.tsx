"use client";

import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

// Of the height and about the width of the choice.
const waiting = <Skeleton className="h-control w-44" />;
const ThemeChoice = onDemand(() => import("./theme-choice"), waiting);

/** The choice is not part of the first load: it is far down the page, and the account menu has one too. */
export function ThemeCard() {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader title="Theme" description="Kept in this browser." actions={loaded ? <ThemeChoice /> : waiting} />
    </Card>
  );
}

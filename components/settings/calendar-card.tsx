"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <Skeleton className="h-control" />;
const CalendarForm = onDemand(() => import("./calendar-form"), waiting);

/** The calendar of what is due in this vault. */
export default function CalendarCard() {
  const loaded = useLoaded();
  const inTeam = useActiveVault() !== null;
  return (
    <Card>
      <CardHeader
        title="Calendar"
        description={`What expires or has to be replaced in ${inTeam ? "this team’s" : "your"} vault, in your calendar.`}
      />
      <CardBody>{loaded ? <CalendarForm /> : waiting}</CardBody>
    </Card>
  );
}

"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <Skeleton className="h-40" />;
const MailForm = onDemand(() => import("./mail-form"), waiting);

/** What one is told by mail, where the vault sends any. */
export function MailCard() {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader title="Mail" description="What the vault tells you by mail. Messages hold names, never values." />
      <CardBody>{loaded ? <MailForm /> : waiting}</CardBody>
    </Card>
  );
}

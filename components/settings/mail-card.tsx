"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <Skeleton className="h-40" />;
const MailForm = onDemand(() => import("./mail-form"), waiting);

/** What the vault e-mails the user about, where it sends e-mail. */
export function MailCard() {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader
        title="E-mail"
        description="What the vault e-mails you about. Messages contain names, never values."
      />
      <CardBody>{loaded ? <MailForm /> : waiting}</CardBody>
    </Card>
  );
}

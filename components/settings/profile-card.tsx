"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { isPlaceholderEmail } from "@/lib/contracts/placeholder-email";
import { useSession } from "@/lib/client/session/use-session";

const NameDialog = onDemand(() => import("./name-dialog"));

export function ProfileCard() {
  const session = useSession();
  const [naming, setNaming] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Profile"
        actions={
          <Button size="small" disabled={!session.data} onClick={() => setNaming(true)}>
            Change name…
          </Button>
        }
      />
      {session.isError ? (
        <ErrorState error={session.error} onRetry={session.refetch} />
      ) : (
        <CardBody>
          <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
            <Fact term="Name" value={session.data && (session.data.name ?? "Not given")} />
            <Fact
              term="E-mail address"
              value={session.data && (isPlaceholderEmail(session.data.email) ? "Not given" : session.data.email)}
            />
          </dl>
        </CardBody>
      )}
      {naming && session.data && <NameDialog name={session.data.name} onClose={() => setNaming(false)} />}
    </Card>
  );
}

function Fact({ term, value }: { term: string; value: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="flex min-h-5 items-center break-all">{value ?? <Skeleton className="h-3 w-40" />}</dd>
    </div>
  );
}

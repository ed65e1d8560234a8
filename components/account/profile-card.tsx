"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { useSession } from "@/lib/client/use-session";

export function ProfileCard() {
  const session = useSession();
  return (
    <Card>
      <CardHeader title="Profile" />
      {session.isError ? (
        <Failure error={session.error} onRetry={session.refetch} />
      ) : (
        <CardBody>
          <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
            <Fact term="Name" value={session.data && (session.data.name ?? "Not given")} />
            <Fact term="E-mail address" value={session.data?.email} />
          </dl>
        </CardBody>
      )}
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

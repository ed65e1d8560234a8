"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { isPlaceholderEmail } from "@/lib/contracts/people/placeholder-email";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import { useSession } from "@/lib/client/session/use-session";

const NameDialog = onDemand(() => import("./name-dialog"));
const EmailDialog = onDemand(() => import("./email-dialog"));

/** `mail`: whether the vault sends mail, without which no address can be confirmed. */
export function ProfileCard({ mail }: { mail: boolean }) {
  const session = useSession();
  const [open, setOpen] = useState(() =>
    (["name", "email"] as const).find((form) => keptTypedOf(`account ${form}`) !== undefined),
  );
  const close = () => setOpen(undefined);
  return (
    <Card>
      <CardHeader
        title="Profile"
        actions={
          <>
            {mail && (
              <Button size="small" disabled={!session.data} onClick={() => setOpen("email")}>
                Change e-mail address…
              </Button>
            )}
            <Button size="small" disabled={!session.data} onClick={() => setOpen("name")}>
              Change name…
            </Button>
          </>
        }
      />
      {!session.data && session.isError ? (
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
      {open === "name" && session.data && <NameDialog name={session.data.name} onClose={close} />}
      {open === "email" && <EmailDialog onClose={close} />}
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

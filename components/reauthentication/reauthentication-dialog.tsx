"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorState } from "@/components/ui/states/error-state";
import { Skeleton } from "@/components/ui/states/skeleton";
import { accountQuery } from "@/lib/client/http/queries/account-queries";
import { settleReauthentication } from "@/lib/client/session/sign-in/reauthentication";
import { OtherMethods } from "./other-methods";
import { PasswordForm } from "./password-form";

/** `onClose`: called when it is cancelled. */
export default function ReauthenticationDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const account = useQuery(accountQuery);
  const [pending, setPending] = useState(false);
  const byPassword = account.data?.methods.includes("password") ?? true;
  const cancel = () => !pending && onClose();
  return (
    <Dialog
      open
      size="small"
      onOpenChange={cancel}
      title="Confirm that it is you"
      description="You last signed in more than 10 minutes ago."
      footer={
        <>
          <Button onClick={cancel} disabled={pending}>
            Cancel
          </Button>
          {byPassword && (
            <Button type="submit" form={form} variant="primary" pending={pending} disabled={!account.data}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      {account.isPending ? (
        <Skeleton className="h-14" />
      ) : !account.data ? (
        <ErrorState error={account.error} onRetry={account.refetch} />
      ) : (
        <div className="space-y-4">
          {byPassword && (
            <PasswordForm
              id={form}
              withCode={account.data.secondFactor}
              onPendingChange={setPending}
              onConfirmed={() => settleReauthentication(true)}
            />
          )}
          <OtherMethods account={account.data} onConfirmed={() => settleReauthentication(true)} />
        </div>
      )}
    </Dialog>
  );
}

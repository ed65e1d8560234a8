"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState, ErrorNote } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton, SkeletonText } from "@/components/ui/states/skeleton";
import { beginSecondFactor } from "@/lib/client/http/resources/account-api";
import { accountQuery } from "@/lib/client/http/queries/account-queries";
import type { SecondFactorSetup } from "@/lib/contracts/people/second-factor";

const SetupDialog = onDemand(() => import("./second-factor-setup-dialog"));
const RecoveryCodesDialog = onDemand(() => import("./recovery-codes-dialog"));
const ReplaceCodesDialog = onDemand(() => import("./replace-codes-dialog"));
const TurnOffDialog = onDemand(() => import("./turn-off-dialog"));

/** The dialog's content is secret: it exists only while the dialog is open. */
type Opened =
  | { dialog: "setup"; setup: SecondFactorSetup }
  | { dialog: "codes"; codes: readonly string[] }
  | { dialog: "replace" | "off" };

export type SecondFactorCardProps = {
  /** The vault requires one: it can't be turned off. */
  required?: boolean;
  /** Called once its recovery codes have been seen. */
  onTurnedOn?: () => void;
};

export function SecondFactorCard({ required = false, onTurnedOn }: SecondFactorCardProps) {
  const account = useQuery(accountQuery);
  const [opened, setOpened] = useState<Opened>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => setOpened(undefined);
  const showCodes = (codes: readonly string[]) => setOpened({ dialog: "codes", codes });

  async function begin() {
    setPending(true);
    setError(undefined);
    // Preloaded: the recovery codes can be shown only once, so the dialog must not fail to load.
    RecoveryCodesDialog.preload();
    try {
      setOpened({ dialog: "setup", setup: await beginSecondFactor({}) });
    } catch (cause) {
      setError(cause);
    }
    setPending(false);
  }

  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            Second factor{" "}
            {account.data && (
              <Badge tone={account.data.secondFactor ? "success" : "neutral"}>
                {account.data.secondFactor ? "On" : "Off"}
              </Badge>
            )}
          </span>
        }
        description={`A code from your authenticator app, asked for after your password.${required ? " This vault requires it." : ""}`}
        actions={
          account.data?.secondFactor &&
          !required && (
            <Button size="small" variant="danger-quiet" onClick={() => setOpened({ dialog: "off" })}>
              Turn off…
            </Button>
          )
        }
      />
      {account.isError && !account.data ? (
        <ErrorState error={account.error} onRetry={account.refetch} />
      ) : (
        <CardBody className="flex items-center justify-between gap-3">
          {!account.data ? (
            <>
              <p className="min-w-0 text-sm">
                <SkeletonText text={withoutIt} />
              </p>
              <Skeleton className="h-control-small w-20 shrink-0" />
            </>
          ) : account.data.secondFactor ? (
            <>
              <p className="min-w-0 text-sm">{codesLeft(account.data.recoveryCodesLeft)}</p>
              <Button
                size="small"
                onPointerEnter={RecoveryCodesDialog.preload}
                onClick={() => setOpened({ dialog: "replace" })}
              >
                New recovery codes…
              </Button>
            </>
          ) : (
            <>
              <p className="min-w-0 text-sm text-muted">{required ? requiredAndOff : withoutIt}</p>
              <Button size="small" pending={pending} onClick={() => void begin()}>
                Turn on…
              </Button>
            </>
          )}
        </CardBody>
      )}
      {error !== undefined && (
        <CardBody>
          <ErrorNote error={error} />
        </CardBody>
      )}
      {opened?.dialog === "setup" && <SetupDialog setup={opened.setup} onConfirmed={showCodes} onClose={close} />}
      {opened?.dialog === "codes" && <RecoveryCodesDialog codes={opened.codes} onClose={onTurnedOn ?? close} />}
      {opened?.dialog === "replace" && <ReplaceCodesDialog onReplaced={showCodes} onClose={close} />}
      {opened?.dialog === "off" && <TurnOffDialog onClose={close} />}
    </Card>
  );
}

const withoutIt = "Without it, your password is the only protection.";
const requiredAndOff = "You can use your vault once it is on.";
const codesLeft = (count: number) =>
  count === 0
    ? "No recovery codes left. Create new ones."
    : `${count} recovery ${count === 1 ? "code" : "codes"} left.`;

"use client";

import { Plus, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { DriftNotice } from "./codes/drift-notice";
import { TokenGridSkeleton } from "./token-grid-skeleton";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";
import { rightsIn, useRights, useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { type GivenTokens, useGivenTokens } from "./adding/use-given-tokens";
import { useLiveCodes } from "./codes/use-live-codes";
import { useTwoFactorTokens } from "./use-two-factor-tokens";

const AddTokensDialog = onDemand(() => import("./adding/add-tokens-dialog"));
// Fetched beside the tokens themselves, so that neither waits for the other.
const TokenResults = onDemand(() => import("./token-results"), <TokenGridSkeleton />);
const DeleteTokenDialog = onDemand(() => import("./delete-token-dialog"));
const EditTokenDialog = onDemand(() => import("./form/edit-token-dialog"));

const linkPattern = /\b(otpauth(-migration)?|steam):\/\//i;

/** What belongs to no project is out of reach for a role that is limited to some. */
export function TwoFactorCodes() {
  const team = useTeamHere();
  if (!team || rightsIn(team).may("2fa:read")) return <Codes />;
  return (
    <Page title="Two-factor codes">
      <EmptyState icon={<ShieldCheck />} title="Your role can’t see two-factor codes">
        They belong to no project or environment, and your role is limited to some. Ask an owner of {team.name}.
      </EmptyState>
    </Page>
  );
}

function Codes() {
  const tokens = useTwoFactorTokens();
  const { may } = useRights();
  const writes = may("2fa:write");
  const data = useDeferred(tokens.data);
  const live = useLiveCodes(data);
  const [wanted, setWanted] = useState<string>();
  const [opened, setOpened] = useState<
    { dialog: "add"; given?: GivenTokens } | { dialog: "edit" | "delete"; token: TwoFactorToken }
  >();
  const close = () => setOpened(undefined);

  useEffect(() => onceLoaded(TokenResults.preload), []);

  useAddressRequest((request) => {
    if (request.get("new") === "token") setOpened({ dialog: "add" });
    const token = request.get("token");
    if (!token) return;
    setWanted(token);
  });

  // Everything of a dialog belongs to it.
  useGivenTokens((given) => {
    if (opened || !writes || (given.files.length === 0 && !linkPattern.test(given.text))) return false;
    setOpened({ dialog: "add", given });
    return true;
  });

  const addButton = writes && (
    <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={() => setOpened({ dialog: "add" })}>
      Add tokens
    </Button>
  );

  return (
    <Page title="Two-factor codes" actions={data && data.length > 0 && addButton}>
      <DriftNotice />
      {!data ? (
        tokens.isError ? (
          <ErrorState error={tokens.error} onRetry={tokens.refetch} />
        ) : (
          <TokenGridSkeleton />
        )
      ) : data.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title="No two-factor tokens yet" actions={addButton}>
          {writes
            ? "Add one by its secret, a link, or a QR code: paste or drop a screenshot anywhere on this page. The vault keeps the secret and shows you the codes."
            : "Their codes appear here once somebody adds one."}
        </EmptyState>
      ) : (
        <TokenResults
          tokens={data}
          live={live}
          wanted={wanted}
          shows={may("2fa:reveal")}
          onEdit={writes ? (token) => setOpened({ dialog: "edit", token }) : undefined}
          onDelete={(token) => setOpened({ dialog: "delete", token })}
        />
      )}
      {opened?.dialog === "add" && (
        <AddTokensDialog existing={tokens.data ?? []} given={opened.given} onClose={close} />
      )}
      {opened?.dialog === "edit" && <EditTokenDialog token={opened.token} onClose={close} />}
      {opened?.dialog === "delete" && <DeleteTokenDialog token={opened.token} onDeleted={live.hide} onClose={close} />}
    </Page>
  );
}

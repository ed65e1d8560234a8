"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure, FailureNote } from "@/components/ui/failure";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { unlinkIdentity } from "@/lib/client/account-api";
import { describeOidcFailure } from "@/lib/client/oidc-failures";
import { identitiesQuery } from "@/lib/client/account-queries";
import { queryKeys } from "@/lib/client/query-keys";
import { goToProvider } from "@/lib/client/sign-in";
import { useAddressRequest } from "@/lib/client/use-address-request";
import type { Identity } from "@/lib/contracts/identities";

const linkedOn = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Identities at single sign-on providers that open this account. Nothing is shown where there is no provider and none is linked. */
export function IdentitiesCard() {
  const identities = useQuery(identitiesQuery);
  const [failure, setFailure] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const [unlinking, setUnlinking] = useState<Identity>();
  useAddressRequest((request) => {
    setFailure(request.get("error") ?? undefined);
    if (request.has("linked")) toast.success("The identity was linked");
  });

  const { provider, identities: linked = [] } = identities.data ?? {};
  if (identities.isSuccess && !provider && linked.length === 0) return null;
  const nameOf = ({ issuer }: Identity) => (issuer.replace(/\/$/, "") === provider?.issuer.replace(/\/$/, "") ? provider.name : issuer);

  async function link() {
    setPending(true);
    setError(undefined);
    try {
      await goToProvider("/settings?linked=1", "link");
    } catch (cause) {
      setError(cause);
      setPending(false);
    }
  }

  return (
    <Card>
      <CardHeader title="Single sign-on" description="Identities elsewhere that open this account." actions={provider && <Button size="small" icon={<Link2 />} pending={pending} onClick={() => void link()}>Link {provider.name}</Button>} />
      {failure && <CardBody><FailureNote error={describeOidcFailure(failure, provider?.name ?? "the provider")} /></CardBody>}
      {error !== undefined && <CardBody><FailureNote error={error} /></CardBody>}
      {identities.isPending ? (
        <SkeletonRows rows={1} label="Loading linked identities" />
      ) : identities.isError ? (
        <Failure error={identities.error} onRetry={identities.refetch} />
      ) : linked.length === 0 ? (
        <CardBody className="text-sm text-muted">None is linked yet. A linked identity signs you in without your password.</CardBody>
      ) : (
        <ul aria-label="Linked identities" className="divide-y divide-line">
          {linked.map((identity) => (
            <li key={identity.id} className="flex items-center justify-between gap-3 py-2 pr-2 pl-4 text-sm">
              <div className="min-w-0">
                <p className="font-medium break-words">{nameOf(identity)}</p>
                <p className="text-xs break-all text-muted"><span className="font-mono">{identity.subject}</span> · linked <time dateTime={identity.createdAt}>{linkedOn.format(new Date(identity.createdAt))}</time></p>
              </div>
              <Button size="small" variant="danger-quiet" aria-label={`Unlink ${nameOf(identity)}, ${identity.subject}…`} onClick={() => setUnlinking(identity)}>Unlink…</Button>
            </li>
          ))}
        </ul>
      )}
      {unlinking && <UnlinkDialog identity={unlinking} name={nameOf(unlinking)} onClose={() => setUnlinking(undefined)} />}
    </Card>
  );
}

function UnlinkDialog({ identity, name, onClose }: { identity: Identity; name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  async function unlink() {
    await unlinkIdentity({ params: { id: identity.id } });
    await queryClient.invalidateQueries({ queryKey: queryKeys.identities });
    toast.success(`${name} was unlinked`);
  }
  return (
    <ConfirmDialog open onOpenChange={onClose} title={`Unlink ${name}?`} confirmLabel={`Unlink ${name}`} onConfirm={unlink}>
      <p>It no longer signs you in here. You can link it again at any time.</p>
    </ConfirmDialog>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState, ErrorNote } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonText } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { identitiesQuery } from "@/lib/client/http/queries/account-queries";
import { longDate } from "@/lib/client/words/dates";
import { goToProvider } from "@/lib/client/session/sign-in/sign-in";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";
import type { Identity } from "@/lib/contracts/people/identities";

const UnlinkDialog = onDemand(() => import("./unlink-dialog"));
const OidcFailureNote = onDemand(() => import("../../sign-in/oidc-failure-note"));

const none = "No identity is linked yet. A linked identity signs you in without your password.";

/** Linked identities at single sign-on providers. `providerName`: the operator's name for the one there is. */
export default function LinkedIdentities({ providerName }: { providerName: string | null }) {
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
  const nameOf = ({ issuer }: Identity) =>
    issuer.replace(/\/$/, "") === provider?.issuer.replace(/\/$/, "") ? provider.name : issuer;

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
      <CardHeader
        title="Single sign-on"
        description="Accounts at your provider that you can sign in with."
        actions={
          providerName && (
            <Button size="small" icon={<Link2 />} pending={pending} onClick={() => void link()}>
              Link {providerName}
            </Button>
          )
        }
      />
      {failure && (
        <CardBody>
          <OidcFailureNote code={failure} provider={providerName ?? "the provider"} />
        </CardBody>
      )}
      {error !== undefined && (
        <CardBody>
          <ErrorNote error={error} />
        </CardBody>
      )}
      {identities.isPending ? (
        <CardBody role="status" className="text-sm">
          <span className="sr-only">Loading linked identities</span>
          <SkeletonText text={none} />
        </CardBody>
      ) : !identities.data ? (
        <ErrorState error={identities.error} onRetry={identities.refetch} />
      ) : linked.length === 0 ? (
        <CardBody className="text-sm text-muted">{none}</CardBody>
      ) : (
        <ul aria-label="Linked identities" className="divide-y divide-line">
          {linked.map((identity) => (
            <li key={identity.id} className="flex items-center justify-between gap-3 py-2 pr-2 pl-4 text-sm">
              <div className="min-w-0">
                <p className="font-medium break-words">{nameOf(identity)}</p>
                <p className="text-xs break-all text-muted">
                  <span className="font-mono">{identity.subject}</span> · linked{" "}
                  <time dateTime={identity.createdAt}>{longDate(identity.createdAt)}</time>
                </p>
              </div>
              <Button
                size="small"
                variant="danger-quiet"
                aria-label={`Unlink ${nameOf(identity)}, ${identity.subject}…`}
                onClick={() => setUnlinking(identity)}
              >
                Unlink…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unlinking && (
        <UnlinkDialog identity={unlinking} name={nameOf(unlinking)} onClose={() => setUnlinking(undefined)} />
      )}
    </Card>
  );
}

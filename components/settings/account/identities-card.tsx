"use client";

import { useQuery } from "@tanstack/react-query";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { identitiesQuery } from "@/lib/client/http/queries/account-queries";

// Few vaults have single sign-on.
const LinkedIdentities = onDemand(
  () => import("./linked-identities"),
  <Card>
    <CardHeader title="Single sign-on" description="Accounts at your provider that you can sign in with." />
  </Card>,
);

/** Hidden if there is no provider and no identity is linked. `providerName`: the operator's name for it. */
export function IdentitiesCard({ providerName }: { providerName: string | null }) {
  const { data } = useQuery(identitiesQuery);
  if (!providerName && !data?.identities.length) return null;
  return <LinkedIdentities providerName={providerName} />;
}

import { headers } from "next/headers";
import type { ReactNode } from "react";
import { FactorEnrolment } from "@/components/settings/factor-enrolment";
import { ReauthenticationHost } from "@/components/reauthentication/reauthentication-host";
import { pageMissingFactor } from "@/lib/http/page-missing-factor";
import { signInMethods } from "@/lib/identity/sign-in-methods";
import { Providers } from "../providers";
import { ownTeams } from "./own-teams";
import { VaultShell } from "./vault-shell";

/** The providers start here: sign-in and registration need neither the query cache nor toasts. */
export default async function VaultLayout({ children }: { children: ReactNode }) {
  const missing = await pageMissingFactor((await headers()).get("cookie"));
  const { password, provider } = signInMethods();
  return (
    <Providers methods={{ password, provider }} teams={await ownTeams()}>
      {missing ? <FactorEnrolment missing={missing} byPasskey={password} /> : <VaultShell>{children}</VaultShell>}
      <ReauthenticationHost />
    </Providers>
  );
}

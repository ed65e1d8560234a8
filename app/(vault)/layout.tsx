import type { ReactNode } from "react";
import { FactorEnrolment } from "@/components/settings/second-factor/factor-enrolment";
import { ReauthenticationHost } from "@/components/reauthentication/reauthentication-host";
import { pageFacts } from "@/lib/pages/vault";
import { Providers } from "../providers";
import { ownTeams } from "./own-teams";
import { VaultShell } from "./vault-shell";

/** The providers start here: sign-in and registration need neither the query cache nor toasts. */
export default async function VaultLayout({ children }: { children: ReactNode }) {
  const [{ password, provider, missingFactor: missing }, teams] = await Promise.all([pageFacts(), ownTeams()]);
  return (
    <Providers methods={{ password, provider }} teams={teams}>
      {missing ? <FactorEnrolment missing={missing} byPasskey={password} /> : <VaultShell>{children}</VaultShell>}
      <ReauthenticationHost />
    </Providers>
  );
}

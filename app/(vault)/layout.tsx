import { headers } from "next/headers";
import type { ReactNode } from "react";
import { FactorFirst } from "@/components/settings/factor-first";
import { StepUp } from "@/components/reauthentication/step-up";
import { Shell } from "@/components/layout/shell";
import { pageFactor } from "@/lib/http/page-factor";
import { signInWays } from "@/lib/identity/sign-in-methods";
import { Providers } from "../providers";

/** The providers start here: sign-in and registration need neither the query cache nor toasts. */
export default async function VaultLayout({ children }: { children: ReactNode }) {
  const needed = await pageFactor((await headers()).get("cookie"));
  const { password, provider } = signInWays();
  return (
    <Providers ways={{ password, provider }}>
      {needed ? <FactorFirst needed={needed} byPasskey={password} /> : <Shell>{children}</Shell>}
      <StepUp />
    </Providers>
  );
}

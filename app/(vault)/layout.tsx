import type { ReactNode } from "react";
import { StepUp } from "@/components/account/step-up";
import { Shell } from "@/components/layout/shell";
import { Providers } from "../providers";

/** The providers start here: sign-in and registration need neither the query cache nor toasts. */
export default function VaultLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <Shell>{children}</Shell>
      <StepUp />
    </Providers>
  );
}

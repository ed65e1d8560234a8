"use client";

import { onDemand } from "@/components/ui/on-demand";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import type { FactorEnrolmentProps } from "./factor-enrolment-page";

const FactorEnrolmentPage = onDemand(() => import("./factor-enrolment-page"));

/** Stands in place of every signed-in page where the vault asks for a second factor that the session lacks. */
export function FactorEnrolment(props: FactorEnrolmentProps) {
  return useHydrated() ? <FactorEnrolmentPage {...props} /> : null;
}

"use client";

import { onDemand } from "@/components/ui/states/on-demand";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import type { FactorEnrolmentProps } from "./factor-enrolment-page";

const FactorEnrolmentPage = onDemand(() => import("./factor-enrolment-page"));

/** Replaces every signed-in page while the session lacks a required second factor. */
export function FactorEnrolment(props: FactorEnrolmentProps) {
  return useHydrated() ? <FactorEnrolmentPage {...props} /> : null;
}

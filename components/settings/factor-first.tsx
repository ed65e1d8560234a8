"use client";

import { onDemand } from "@/components/ui/on-demand";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import type { FactorFirstProps } from "./factor-first-page";

const FactorFirstPage = onDemand(() => import("./factor-first-page"));

/** Stands in place of every signed-in page where the vault asks for a second factor that the session lacks. */
export function FactorFirst(props: FactorFirstProps) {
  return useHydrated() ? <FactorFirstPage {...props} /> : null;
}

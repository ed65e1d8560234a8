"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { answerProof, stepUpStore } from "@/lib/client/session/step-up";

const StepUpDialog = onDemand(() => import("./step-up-dialog"));

/** Stands over every signed-in page: whatever answers REAUTHENTICATION_REQUIRED asks here, then goes on. */
export function StepUp() {
  const asked = useSyncExternalStore(stepUpStore.subscribe, stepUpStore.current, stepUpStore.onServer);
  return asked ? <StepUpDialog onClose={() => answerProof(false)} /> : null;
}

"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { stepUpStore } from "@/lib/client/step-up";

const StepUpDialog = dynamic(() => import("./step-up-dialog"), { ssr: false });

/** Stands over every signed-in page: whatever answers REAUTHENTICATION_REQUIRED asks here, then goes on. */
export function StepUp() {
  const asked = useSyncExternalStore(stepUpStore.subscribe, stepUpStore.current, stepUpStore.onServer);
  return asked ? <StepUpDialog /> : null;
}

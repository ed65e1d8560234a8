"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { settleReauthentication, reauthenticationStore } from "@/lib/client/session/reauthentication";

const ReauthenticationDialog = onDemand(() => import("./reauthentication-dialog"));

/** Stands over every signed-in page: whatever answers REAUTHENTICATION_REQUIRED asks here, then goes on. */
export function ReauthenticationHost() {
  const asked = useSyncExternalStore(
    reauthenticationStore.subscribe,
    reauthenticationStore.current,
    reauthenticationStore.onServer,
  );
  return asked ? <ReauthenticationDialog onClose={() => settleReauthentication(false)} /> : null;
}

"use client";

import { onDemand } from "@/components/ui/states/on-demand";
import { useStore } from "@/lib/client/hooks/use-store";
import { settleReauthentication, reauthenticationStore } from "@/lib/client/session/sign-in/reauthentication";

const ReauthenticationDialog = onDemand(() => import("./reauthentication-dialog"));

/**
 * On every signed-in page: shows the dialog when a request answers REAUTHENTICATION_REQUIRED, then the request
 * continues.
 */
export function ReauthenticationHost() {
  const asked = useStore(reauthenticationStore);
  return asked ? <ReauthenticationDialog onClose={() => settleReauthentication(false)} /> : null;
}

"use client";

import { useSyncExternalStore } from "react";
import { endedKey, type EndedSession } from "@/lib/client/session/end/ended-session";

const never = () => () => undefined;

const reasons = {
  ended: "Your session has ended. Sign in to continue.",
  "typed-lost": "Your session has ended, and what you had typed was cleared with the page. Sign in to continue.",
};

/** It does not change while the page is open. */
function toldEnded(): EndedSession | undefined {
  try {
    const told = window.sessionStorage.getItem(endedKey);
    return told === "ended" || told === "typed-lost" ? told : undefined;
  } catch {
    return undefined;
  }
}

/** Why the sign-in page is shown. `asked`: a particular page was requested. */
export function SignInReason({ asked }: { asked: boolean }) {
  const ended = useSyncExternalStore(never, toldEnded, () => undefined);
  return (
    <p className="mt-1 mb-6 text-sm text-muted">
      {ended ? reasons[ended] : asked ? "Sign in to continue." : "Open your vault."}
    </p>
  );
}

"use client";

import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FailureNote } from "@/components/ui/failure";
import { describePasskeyError, signInByPasskey } from "@/lib/client/passkeys";
import { useHydrated } from "@/lib/client/use-hydrated";

export function PasskeyButton({ from }: { from: string }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const hydrated = useHydrated();

  async function enter() {
    setPending(true);
    setFailure(undefined);
    try {
      if ((await signInByPasskey()) === "signed-in") return window.location.assign(from);
      setFailure("This passkey was not accepted: it was deleted here, or its answer came too late. Try again.");
    } catch (error) {
      setFailure(describePasskeyError(error));
    }
    setPending(false);
  }

  return (
    <div className="space-y-3">
      <Button size="large" className="w-full" icon={<Fingerprint />} pending={pending} disabled={!hydrated} onClick={() => void enter()}>Sign in with a passkey</Button>
      {failure && <FailureNote error={failure} />}
    </div>
  );
}

"use client";

import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { describePasskeyError, signInByPasskey } from "@/lib/client/session/sign-in/passkeys";
import { goOn } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";

/** `then`: the path to continue at, or a callback on this page. */
export function PasskeyButton({ then }: { then: string | (() => Promise<void>) }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const hydrated = useHydrated();

  async function enter() {
    setPending(true);
    setFailure(undefined);
    try {
      if ((await signInByPasskey()) === "signed-in") return await goOn(then);
      setFailure("This passkey was not accepted: it was deleted here, or its answer came too late. Try again.");
    } catch (error) {
      setFailure(describePasskeyError(error));
    }
    setPending(false);
  }

  return (
    <div className="space-y-3">
      <Button
        size="large"
        className="w-full"
        icon={<Fingerprint />}
        pending={pending}
        disabled={!hydrated}
        onClick={() => void enter()}
      >
        Sign in with a passkey
      </Button>
      {failure && <ErrorNote error={failure} />}
    </div>
  );
}

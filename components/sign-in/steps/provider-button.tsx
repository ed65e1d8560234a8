"use client";

import { LogIn } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { invitationPath, keptInvitation, takeAlong } from "@/lib/client/session/sign-in/invitation";
import { goToProvider } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";

/** Goes to the single sign-on provider; failures come back in the page's URL. */
export function ProviderButton({ name, from, primary }: { name: string; from: string; primary: boolean }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const hydrated = useHydrated();

  async function leave() {
    setPending(true);
    setError(undefined);
    try {
      const invitation = from === invitationPath ? keptInvitation() : undefined;
      if (invitation) takeAlong();
      await goToProvider(from, invitation === undefined ? undefined : { invitation });
    } catch (cause) {
      setError(cause);
      setPending(false);
    }
  }

  return (
    <div className="space-y-3">
      <Button
        variant={primary ? "primary" : "secondary"}
        size="large"
        className="w-full"
        icon={<LogIn />}
        pending={pending}
        disabled={!hydrated}
        onClick={() => void leave()}
      >
        Sign in with {name}
      </Button>
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}

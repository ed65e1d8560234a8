import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fingerprint, LogIn } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { describePasskeyError, reauthenticateByPasskey } from "@/lib/client/session/sign-in/passkeys";
import { identitiesQuery } from "@/lib/client/http/queries/account-queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { goToProvider } from "@/lib/client/session/sign-in/sign-in";
import type { Account } from "@/lib/contracts/people/account";

/** Re-authentication without the password: by a passkey, or by a new sign-in at the provider, which leaves the page. */
export function OtherMethods({ account: { methods }, onConfirmed }: { account: Account; onConfirmed: () => void }) {
  const queryClient = useQueryClient();
  const identities = useQuery({ ...identitiesQuery, enabled: methods.includes("oidc") });
  const [pending, setPending] = useState<"passkey" | "oidc">();
  const [failure, setFailure] = useState<string>();
  const provider = methods.includes("oidc") ? identities.data?.provider : null;

  async function confirmBy(by: "passkey" | "oidc") {
    setPending(by);
    setFailure(undefined);
    try {
      if (by === "oidc") return await goToProvider(window.location.pathname + window.location.search, "reauthenticate");
      await reauthenticateByPasskey();
      void queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
      onConfirmed();
    } catch (error) {
      setFailure(describePasskeyError(error));
      setPending(undefined);
    }
  }

  return (
    <div className="space-y-2">
      {methods.includes("passkey") && (
        <Button
          className="w-full"
          icon={<Fingerprint />}
          pending={pending === "passkey"}
          onClick={() => void confirmBy("passkey")}
        >
          Use a passkey
        </Button>
      )}
      {provider && (
        <>
          <Button
            className="w-full"
            icon={<LogIn />}
            pending={pending === "oidc"}
            onClick={() => void confirmBy("oidc")}
          >
            Sign in again with {provider.name}
          </Button>
          <p className="text-xs text-muted">
            This leaves the page. Repeat what you were about to do when you come back.
          </p>
        </>
      )}
      {failure && <ErrorNote error={failure} />}
    </div>
  );
}

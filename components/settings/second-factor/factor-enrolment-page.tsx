import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { usePathname } from "next/navigation";
import { Brand } from "@/components/layout/brand";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { passkeysQuery } from "@/lib/client/http/queries/account-queries";
import { signOut } from "@/lib/client/session/end/sign-out";
import { useSession } from "@/lib/client/session/use-session";
import { PasskeyButton } from "../../sign-in/steps/passkey-button";
import { PasskeysCard } from "../passkeys/passkeys-card";
import { SecondFactorCard } from "./second-factor-card";

export type FactorEnrolmentProps = {
  missing: "none-yet" | "passkey";
  /** Whether passkeys are admitted here. */
  byPasskey: boolean;
};

/** Only the settings' second-factor cards; the requested page follows once there is a factor. */
export default function FactorEnrolmentPage({ missing, byPasskey }: FactorEnrolmentProps) {
  const from = usePathname();
  const { data: session } = useSession();
  const passkeys = useQuery(passkeysQuery);
  const hasPasskey = missing === "passkey" || (byPasskey && passkeys.data !== undefined && passkeys.data.length > 0);
  return (
    <>
      <header className="flex h-(--bar) items-center justify-between gap-2 border-b border-line bg-rail px-4 sm:px-6 lg:px-8">
        <Brand />
        <Button size="small" variant="ghost" icon={<LogOut />} onClick={() => void signOut(session?.expires)}>
          Sign out
        </Button>
      </header>
      <main id="content">
        {hasPasskey ? (
          <Page
            title="Sign in with your passkey"
            description="This vault requires a second factor. Your passkey is one: sign in with it to continue."
            width="narrow"
          >
            <Card>
              <CardHeader title="Passkey" description="Your device’s PIN, fingerprint or face, or a security key." />
              <CardBody>
                <PasskeyButton then={from} />
              </CardBody>
            </Card>
          </Page>
        ) : (
          <Page
            title="Set up a second factor"
            description={`This vault requires one. To continue, turn it on with an authenticator app${byPasskey ? ", or add a passkey" : ""}.`}
            width="narrow"
          >
            <div className="space-y-4">
              <SecondFactorCard required onTurnedOn={() => window.location.reload()} />
              {byPasskey && <PasskeysCard />}
            </div>
          </Page>
        )}
      </main>
    </>
  );
}

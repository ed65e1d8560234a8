import { Page } from "@/components/layout/page";
import { Link } from "@/components/ui/buttons/link";
import { LinksCard } from "@/components/sharing/links-card";
import { WebhooksCard } from "@/components/webhooks/webhooks-card";
import CalendarCard from "./calendar-card";
import { DeleteAccountCard } from "./account/delete-account-card";
import { ExportCard } from "./export/export-card";
import { IdentitiesCard } from "./account/identities-card";
import { ImportCard } from "./export/import-card";
import { MailCard } from "./mail-card";
import { PasskeysCard } from "./passkeys/passkeys-card";
import { PasswordCard } from "./account/password-card";
import { ProfileCard } from "./account/profile-card";
import { SecondFactorCard } from "./second-factor/second-factor-card";
import { SessionsCard } from "./sessions/sessions-card";
import { ThemeCard } from "./theme-card";

export type SettingsViewProps = { providerName: string | null; secondFactorRequired: boolean; mail: boolean };

export function SettingsView({ providerName, secondFactorRequired, mail }: SettingsViewProps) {
  return (
    <Page
      title="Settings"
      description={
        <>
          Your account and your vault. Scripts use the{" "}
          <Link href="/docs" className="font-medium text-accent-ink underline underline-offset-2">
            API reference
          </Link>
          .
        </>
      }
      width="narrow"
    >
      <div className="space-y-4">
        <ProfileCard mail={mail} />
        <PasswordCard />
        <SecondFactorCard required={secondFactorRequired} />
        <PasskeysCard />
        <IdentitiesCard providerName={providerName} />
        <SessionsCard />
        <ThemeCard />
        {mail && <MailCard />}
        <CalendarCard />
        <LinksCard />
        <WebhooksCard />
        <ImportCard />
        <ExportCard />
        <DeleteAccountCard />
      </div>
    </Page>
  );
}

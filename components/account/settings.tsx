import { Page } from "@/components/layout/page";
import { ExportCard } from "./export-card";
import { IdentitiesCard } from "./identities-card";
import { ProfileCard } from "./profile-card";
import { ThemeCard } from "./theme-card";

export function Settings() {
  return (
    <Page title="Settings" width="narrow">
      <div className="space-y-4">
        <ProfileCard />
        <IdentitiesCard />
        <ThemeCard />
        <ExportCard />
      </div>
    </Page>
  );
}

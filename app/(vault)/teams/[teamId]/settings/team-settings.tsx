"use client";

import { ExportCard } from "@/components/settings/export/export-card";
import { ImportCard } from "@/components/settings/export/import-card";
import { LinksCard } from "@/components/sharing/links-card";
import { TeamPage } from "@/components/teams/team-page";
import { WebhooksCard } from "@/components/webhooks/webhooks-card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";

const CalendarCard = onDemand(() => import("@/components/settings/calendar-card"), <Skeleton className="h-29" />);

/** A team's own page, with what the settings have for every vault. */
export function TeamSettings({ mail }: { mail: boolean }) {
  const { may, managesTeam } = useRights();
  return (
    <TeamPage mail={mail}>
      {may("entries:reveal") && <LinksCard />}
      <CalendarCard />
      {managesTeam && <WebhooksCard />}
      {may("entries:write") && <ImportCard />}
      {may("export:read") && <ExportCard everything={may("2fa:write")} />}
    </TeamPage>
  );
}

import { Upload } from "lucide-react";
import { Page } from "@/components/layout/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";

/** In the place of the import, for those whose role in a team has none. */
export default function CannotImport({ team }: { team: string }) {
  return (
    <Page title="Import" width="narrow">
      <Card>
        <EmptyState icon={<Upload />} title="Your role can’t import">
          An import adds and changes entries, which readers and auditors of a team can’t do. Ask an owner or editor of{" "}
          {team}.
        </EmptyState>
      </Card>
    </Page>
  );
}

"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <Skeleton className="h-36" />;
const ExportForm = onDemand(() => import("./export-form"), waiting);

/** Not part of the first load: it is far down the page and reads all entries. `everything`: whether that is offered too. */
export function ExportCard({ everything = true }: { everything?: boolean }) {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader
        title="Export"
        description={`Entries as .env text${everything ? ", or everything as one file to move or keep" : ""}.`}
      />
      <CardBody>{loaded ? <ExportForm everything={everything} /> : waiting}</CardBody>
    </Card>
  );
}

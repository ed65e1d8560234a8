"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <Skeleton className="h-36" />;
const ExportForm = onDemand(() => import("./export-form"), waiting);

/** Not part of the first load: it is far down the page and reads all entries. */
export function ExportCard() {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader
        title="Export"
        description="Simple and group entries as .env text, of one project and environment or of all."
      />
      <CardBody>{loaded ? <ExportForm /> : waiting}</CardBody>
    </Card>
  );
}

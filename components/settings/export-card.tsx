"use client";

import { useEffect, useState } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { onceLoaded } from "@/lib/client/once-loaded";

const waiting = <Skeleton className="h-36" />;
const ExportForm = onDemand(() => import("./export-form"), waiting);

/** Far down the page, and it reads all the vault's entries: its script is no part of the first load. */
export function ExportCard() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => onceLoaded(() => setLoaded(true)), []);
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

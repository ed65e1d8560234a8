"use client";

import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = (
  <CardBody>
    <Skeleton className="h-control" />
  </CardBody>
);
const LinkList = onDemand(() => import("./link-list"), waiting);

/** The links that one made and that can still be opened. */
export function LinksCard() {
  const loaded = useLoaded();
  return (
    <Card>
      <CardHeader
        title={
          <span tabIndex={-1} data-links>
            Links that open once
          </span>
        }
        description="What was shared from here and can still be opened. What a link holds is shown nowhere."
      />
      {loaded ? <LinkList /> : waiting}
    </Card>
  );
}

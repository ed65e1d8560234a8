"use client";

import { Card } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <div className="h-32" />;
const LinkList = onDemand(() => import("./link-list"), waiting);

/** The links that one made and that can still be opened. */
export function LinksCard() {
  return <Card>{useLoaded() ? <LinkList /> : waiting}</Card>;
}

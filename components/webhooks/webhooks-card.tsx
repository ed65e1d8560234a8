"use client";

import { Card } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <div className="h-32" />;
const WebhookList = onDemand(() => import("./webhook-list"), waiting);

/** The addresses that are told what happens in this vault. */
export function WebhooksCard() {
  return <Card>{useLoaded() ? <WebhookList /> : waiting}</Card>;
}

"use client";

import { Card } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import { useLoaded } from "@/lib/client/hooks/use-loaded";

const waiting = <div className="h-32" />;
const TrustRuleList = onDemand(() => import("./trust-rule-list"), waiting);

/** Whose ID tokens are exchanged for access keys of this vault. */
export function TrustRulesCard() {
  return <Card className="mt-4">{useLoaded() ? <TrustRuleList /> : waiting}</Card>;
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { CardBody } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { describeError } from "@/lib/client/http/describe-error";
import { deliveriesQuery, redeliver } from "@/lib/client/http/resources/webhooks-api";
import type { Webhook, WebhookDelivery } from "@/lib/contracts/access/webhooks";
import { deliveryStates, eventText, nextText, resultText } from "./webhook-words";

export function DeliveryList({ webhook: { id, nextAttemptAt } }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const { data, isError, error, refetch } = useQuery(deliveriesQuery(id));
  const [sending, setSending] = useState<string>();

  async function sendAgain(delivery: WebhookDelivery) {
    setSending(delivery.id);
    try {
      const sent = await redeliver({ params: { id, deliveryId: delivery.id } });
      const isTaken = sent.status !== null && sent.status >= 200 && sent.status < 300;
      if (isTaken) toast.success(`The message was delivered: ${resultText(sent)}`);
      else toast.error(`The message was not delivered: ${resultText(sent)}`);
    } catch (cause) {
      toast.error(describeError(cause).message);
    }
    setSending(undefined);
    await queryClient.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
  }

  if (!data)
    return isError ? (
      <ErrorState error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={4} label="Loading the messages" />
    );
  if (data.length === 0)
    return <CardBody className="text-sm text-muted">Nothing was sent yet. Send a test to try it.</CardBody>;
  return (
    <ul aria-label="Messages" className="divide-y divide-line">
      {data.map((delivery) => (
        <li key={delivery.id} className="flex items-center gap-3 py-2.5 pr-2 pl-4 sm:pr-3">
          <div className="min-w-0 flex-1 space-y-0.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <span className="font-medium">{eventText(delivery.event)}</span>
              <Badge tone={deliveryStates[delivery.state].tone}>{deliveryStates[delivery.state].label}</Badge>
            </p>
            <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
              <span>
                <RelativeTime timestamp={delivery.lastAttemptAt} />
              </span>
              <span>{resultText(delivery)}</span>
              {delivery.attempts > 1 && <span>{delivery.attempts} attempts</span>}
              {delivery.state === "pending" && nextAttemptAt && <span>{nextText(nextAttemptAt)}</span>}
            </p>
          </div>
          <Button
            size="small"
            variant="ghost"
            aria-label={`Send again: ${eventText(delivery.event)}`}
            pending={sending === delivery.id}
            onClick={() => void sendAgain(delivery)}
          >
            Send again
          </Button>
        </li>
      ))}
    </ul>
  );
}

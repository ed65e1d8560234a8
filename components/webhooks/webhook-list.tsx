"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { onDemand } from "@/components/ui/states/on-demand";
import { webhooksQuery } from "@/lib/client/http/resources/webhooks-api";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { CreatedWebhook, Webhook } from "@/lib/contracts/access/webhooks";
import { keptName } from "./webhook-fields";
import { eventsText, hostOf, stateOf } from "./webhook-words";

const WebhookDialog = onDemand(() => import("./webhook-dialog"));
const CreatedWebhookDialog = onDemand(() => import("./created-webhook-dialog"));

export default function WebhookList() {
  const { data, isError, error, refetch } = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<"create" | CreatedWebhook | undefined>(() =>
    keptTypedOf(keptName()) === undefined ? undefined : "create",
  );
  const close = () => {
    setOpened(undefined);
    document.querySelector<HTMLElement>("[data-webhooks]")?.focus();
  };
  const create = () => {
    // Preloaded: the secret can be shown only once, so the dialog must not fail to load.
    CreatedWebhookDialog.preload();
    setOpened("create");
  };
  return (
    <>
      <CardHeader
        title={
          <span tabIndex={-1} data-webhooks>
            Webhooks
          </span>
        }
        description="Messages to your own servers about what happens here: who changed or saw what, never a value."
      />
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && data.length > 0 && (
        <ul aria-label="Webhooks" className="divide-y divide-line border-b border-line">
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <CardBody>
        <Button icon={<Plus />} onClick={create}>
          Add webhook…
        </Button>
      </CardBody>
      {opened === "create" && <WebhookDialog onCreated={setOpened} onClose={close} />}
      {typeof opened === "object" && <CreatedWebhookDialog webhook={opened} onClose={close} />}
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <li className="relative px-4 py-2.5 hover:bg-hover">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Link href={`/webhooks/${webhook.id}`} className="font-medium break-all after:absolute after:inset-0">
          {hostOf(webhook)}
        </Link>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </p>
      <p className="text-xs text-muted">{eventsText(webhook.events)}</p>
    </li>
  );
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Page } from "@/components/layout/page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { describeError } from "@/lib/client/http/describe-error";
import { orGone } from "@/lib/client/http/or-gone";
import { deleteWebhook, deliveriesQuery, testWebhook, webhooksQuery } from "@/lib/client/http/resources/webhooks-api";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { teamPath } from "@/lib/client/vaults/active-vault";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { Webhook } from "@/lib/contracts/access/webhooks";
import { BackToSettings } from "./back-to-settings";
import { DeliveryList } from "./delivery-list";
import { keptName } from "./webhook-fields";
import { eventsText, hostOf, resultText, stateOf } from "./webhook-words";

const WebhookDialog = onDemand(() => import("./webhook-dialog"));

/** One webhook and what became of its messages. `first`: what the server knew of it when it rendered the page. */
export function WebhookPage({ id, first }: { id: string; first: Webhook | null }) {
  const { data, isError, error, refetch } = useQuery(webhooksQuery);
  const isThere = useIsThere();
  const listed = data?.find((one) => one.id === id);
  const webhook = data ? listed : first;
  if (webhook && (listed || !isError)) return <OneWebhook webhook={webhook} listed={listed} isThere={isThere} />;
  return (
    <Page before={<BackToSettings />} title="Webhook" width="narrow">
      <Card>
        {isError ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data ? (
          <EmptyState icon={<WebhookIcon />} title="There is no such webhook">
            It was deleted, or its address is wrong.
          </EmptyState>
        ) : (
          <SkeletonRows rows={4} label="Loading the webhook" />
        )}
      </Card>
    </Page>
  );
}

function OneWebhook({
  webhook,
  listed,
  isThere,
}: {
  webhook: Webhook;
  listed: Webhook | undefined;
  /** Whether its page is still open. */ isThere: () => boolean;
}) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const activeVault = useActiveVault();
  const [opened, setOpened] = useState<"edit" | "delete" | undefined>(() =>
    keptTypedOf(keptName(webhook.id)) === undefined ? undefined : "edit",
  );
  const [testing, setTesting] = useState(false);
  // The server knows neither the browser's time zone nor its language.
  const hydrated = useHydrated();
  const state = stateOf(webhook);
  const { id } = webhook;

  async function sendTest() {
    setTesting(true);
    try {
      const sent = await testWebhook({ params: { id } });
      if (sent.state === "delivered") toast.success(`The test was delivered: ${resultText(sent)}`);
      else toast.error(`The test was not delivered: ${resultText(sent)}`);
    } catch (cause) {
      toast.error(describeError(cause).message);
    }
    setTesting(false);
    await queryClient.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
  }

  async function remove() {
    await orGone(deleteWebhook({ params: { id } }), "WEBHOOK_NOT_FOUND");
    toast.success(`The webhook ${hostOf(webhook)} was deleted`);
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true });
    if (isThere()) router.push(activeVault === null ? "/settings" : teamPath(activeVault));
  }

  return (
    <Page
      before={<BackToSettings />}
      title={hostOf(webhook)}
      description={eventsText(webhook.events)}
      width="narrow"
      actions={
        <>
          {webhook.url !== null && (
            <>
              <Button onClick={() => void sendTest()} pending={testing}>
                Send a test
              </Button>
              <Button onClick={() => setOpened("edit")}>{webhook.disabledAt ? "Turn on…" : "Change…"}</Button>
            </>
          )}
          <Button variant="danger-quiet" onClick={() => setOpened("delete")}>
            Delete
          </Button>
        </>
      }
      actionsLast
    >
      <Card>
        <CardHeader
          title="Messages"
          description="Sent in the last 30 days, newest first."
          actions={state && <Badge tone={state.tone}>{state.label}</Badge>}
        />
        {webhook.url === null && (
          <CardBody className="border-b border-line text-sm">
            Its address can’t be decrypted, so nothing is sent to it. Delete it and add a new one, or tell whoever runs
            the vault.
          </CardBody>
        )}
        {webhook.disabledAt && (
          <CardBody className="border-b border-line text-sm">
            Nothing is sent while it is off. Once you turn it on, it gets new events, but not those that it missed.
          </CardBody>
        )}
        {webhook.failingSince && !webhook.disabledAt && (
          <CardBody className="border-b border-line text-sm">
            <p>
              A message could not be delivered, and later messages wait behind it. The vault tries again for a day, at
              growing intervals, and then turns the webhook off.
            </p>
            {/* A line of its own, which is as high before its time is there. */}
            <p className="mt-1 text-xs text-muted">
              First tried {hydrated ? <RelativeTime timestamp={webhook.failingSince} /> : "…"}
            </p>
          </CardBody>
        )}
        <DeliveryList webhook={webhook} />
      </Card>
      {opened === "edit" && listed && <WebhookDialog webhook={listed} onClose={() => setOpened(undefined)} />}
      <ConfirmDialog
        open={opened === "delete"}
        onOpenChange={() => setOpened(undefined)}
        title={`Delete the webhook ${hostOf(webhook)}?`}
        confirmLabel="Delete webhook"
        onConfirm={remove}
      >
        <p>No more messages are sent to it, and its list of messages is deleted.</p>
      </ConfirmDialog>
    </Page>
  );
}

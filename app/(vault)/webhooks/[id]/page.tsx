import type { Metadata } from "next";
import { cache } from "react";
import { hostOf } from "@/components/webhooks/webhook-words";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import { call } from "@/lib/client/http/call";
import { listWebhooks, type Webhook } from "@/lib/contracts/access/webhooks";
import { asThisPerson } from "@/lib/pages/vault";

type Props = { params: Promise<{ id: string; teamId?: string }> };

/**
 * The webhook, for the tab and the first rendering, without what may be secret in its address. The page asks the API for it,
 * like the browser: a page must not show what the API refuses.
 */
const firstOf = cache(async (id: string, teamId: string | undefined): Promise<Webhook | null> => {
  const person = await asThisPerson();
  if (!person) return null;
  const headers = { ...person.headers, ...(teamId !== undefined && { "X-Team-Id": teamId }) };
  const webhooks = await call(listWebhooks, {}, { ...person, headers }).catch(() => []);
  const found = webhooks.find((one) => one.id === id);
  return found ? { ...found, url: found.url && new URL(found.url).origin } : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, teamId } = await params;
  const first = await firstOf(id, teamId);
  return { title: first ? hostOf(first) : "Webhook" };
}

export default async function WebhookRoute({ params }: Props) {
  const { id, teamId } = await params;
  return <WebhookPage id={id} first={await firstOf(id, teamId)} />;
}

import type { Metadata } from "next";
import { WebhookPage } from "@/components/webhooks/webhook-page";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookRoute({ params }: { params: Promise<{ id: string }> }) {
  return <WebhookPage id={(await params).id} />;
}

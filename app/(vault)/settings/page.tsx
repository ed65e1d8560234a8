import type { Metadata } from "next";
import { SettingsView } from "@/components/settings/settings-view";
import { pageFacts } from "@/lib/pages/vault";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { provider, secondFactorRequired, mail } = await pageFacts();
  return <SettingsView providerName={provider} secondFactorRequired={secondFactorRequired} mail={mail} />;
}

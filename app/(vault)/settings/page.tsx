import type { Metadata } from "next";
import { SettingsView } from "@/components/settings/settings-view";
import { signInMethods } from "@/lib/identity/sign-in-methods";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  const { provider, secondFactorRequired, mail } = signInMethods();
  return <SettingsView providerName={provider} secondFactorRequired={secondFactorRequired} mail={mail} />;
}

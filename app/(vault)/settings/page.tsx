import type { Metadata } from "next";
import { SettingsView } from "@/components/settings/settings-view";
import { signInMethods } from "@/lib/identity/sign-in-methods";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <SettingsView providerName={signInMethods().provider} secondFactorRequired={signInMethods().secondFactorRequired} />
  );
}

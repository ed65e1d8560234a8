import type { Metadata } from "next";
import { Settings } from "@/components/settings/settings";
import { signInMethods } from "@/lib/identity/sign-in-methods";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <Settings providerName={signInMethods().provider} secondFactorRequired={signInMethods().secondFactorRequired} />
  );
}

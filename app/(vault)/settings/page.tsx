import type { Metadata } from "next";
import { Settings } from "@/components/account/settings";
import { signInWays } from "@/lib/auth/sign-in-ways";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return <Settings providerName={signInWays().provider} secondFactorRequired={signInWays().secondFactorRequired} />;
}

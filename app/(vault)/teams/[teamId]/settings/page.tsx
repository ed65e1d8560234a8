import type { Metadata } from "next";
import { pageFacts } from "@/lib/pages/vault";
import { TeamSettings } from "./team-settings";

export const metadata: Metadata = { title: "Team" };

export default async function TeamSettingsPage() {
  const { mail } = await pageFacts();
  return <TeamSettings mail={mail} />;
}

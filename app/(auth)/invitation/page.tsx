import type { Metadata } from "next";
import { Invitation } from "@/components/sign-in/registration/invitation";
import { pageFacts } from "@/lib/pages/vault";

export const metadata: Metadata = { title: "Join a team" };

export default async function InvitationPage() {
  return <Invitation canRegister={(await pageFacts()).password} />;
}

import type { Metadata } from "next";
import { Invitation } from "@/components/sign-in/invitation";
import { signInMethods } from "@/lib/identity/sign-in-methods";

export const metadata: Metadata = { title: "Join a team" };

export default function InvitationPage() {
  return <Invitation canRegister={signInMethods().password} />;
}

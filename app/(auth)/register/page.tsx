import type { Metadata } from "next";
import { RegistrationByInvitation } from "@/components/sign-in/registration/registration-by-invitation";
import { RegistrationClosed } from "@/components/sign-in/registration/registration-closed";
import { RegistrationForm } from "@/components/sign-in/registration/registration-form";
import { pageFacts } from "@/lib/pages/vault";
import { invitationPath } from "@/lib/client/session/sign-in/invitation";
import { safePath } from "@/lib/client/session/sign-in/sign-in-path";

export const metadata: Metadata = { title: "Create an account" };

type Query = { searchParams: Promise<{ from?: string | string[] }> };

export default async function RegisterPage({ searchParams }: Query) {
  const { from: asked } = await searchParams;
  const from = safePath(typeof asked === "string" ? asked : undefined);
  const { password, registration } = await pageFacts();
  if (registration) return <RegistrationForm from={from} />;
  return password && from === invitationPath ? <RegistrationByInvitation /> : <RegistrationClosed />;
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ForgotPassword } from "@/components/sign-in/letters/forgot-password";
import { pageFacts } from "@/lib/pages/vault";

export const metadata: Metadata = { title: "Forgot your password?" };

export default async function ForgotPasswordPage() {
  const { password, mail } = await pageFacts();
  if (!password || !mail) notFound();
  return <ForgotPassword />;
}

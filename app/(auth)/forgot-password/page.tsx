import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ForgotPassword } from "@/components/sign-in/forgot-password";
import { signInMethods } from "@/lib/identity/sign-in-methods";

export const metadata: Metadata = { title: "Forgot your password?" };

export default function ForgotPasswordPage() {
  const { password, mail } = signInMethods();
  if (!password || !mail) notFound();
  return <ForgotPassword />;
}

import type { Metadata } from "next";
import { RegistrationClosed } from "@/components/sign-in/registration-closed";
import { RegistrationForm } from "@/components/sign-in/registration-form";
import { signInMethods } from "@/lib/identity/sign-in-methods";
import { safePath } from "@/lib/client/session/sign-in-path";

export const metadata: Metadata = { title: "Create an account" };

type Query = { searchParams: Promise<{ from?: string | string[] }> };

export default async function RegisterPage({ searchParams }: Query) {
  const { from } = await searchParams;
  if (!signInMethods().registration) return <RegistrationClosed />;
  return <RegistrationForm from={safePath(typeof from === "string" ? from : undefined)} />;
}

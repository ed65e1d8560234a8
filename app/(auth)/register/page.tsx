import type { Metadata } from "next";
import { RegistrationForm } from "@/components/account/registration-form";
import { safePath } from "@/lib/client/sign-in-path";

export const metadata: Metadata = { title: "Create an account" };

type Query = { searchParams: Promise<{ from?: string | string[] }> };

export default async function RegisterPage({ searchParams }: Query) {
  const { from } = await searchParams;
  return <RegistrationForm from={safePath(typeof from === "string" ? from : undefined)} />;
}

import type { Metadata } from "next";
import { SignInForm } from "@/components/account/sign-in-form";
import { safePath } from "@/lib/client/sign-in-path";

export const metadata: Metadata = { title: "Sign in" };

type Query = { searchParams: Promise<{ from?: string | string[] }> };

export default async function LoginPage({ searchParams }: Query) {
  const { from } = await searchParams;
  return <SignInForm from={safePath(typeof from === "string" ? from : undefined)} />;
}

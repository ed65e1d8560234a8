import type { Metadata } from "next";
import { SignIn } from "@/components/sign-in/sign-in";
import { pageFacts } from "@/lib/pages/vault";
import { safePath } from "@/lib/client/session/sign-in/sign-in-path";

export const metadata: Metadata = { title: "Sign in" };

type Query = {
  searchParams: Promise<{ from?: string | string[]; error?: string | string[]; step?: string | string[] }>;
};

export default async function LoginPage({ searchParams }: Query) {
  const { from, error, step } = await searchParams;
  return (
    <SignIn
      from={safePath(typeof from === "string" ? from : undefined)}
      methods={await pageFacts()}
      failure={typeof error === "string" ? error : undefined}
      codeOwed={step === "code" || step === "confirm" ? step : undefined}
    />
  );
}

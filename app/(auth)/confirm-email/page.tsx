import type { Metadata } from "next";
import { ConfirmEmail } from "@/components/sign-in/letters/confirm-email";

export const metadata: Metadata = { title: "Confirm your address" };

export default function ConfirmEmailPage() {
  return <ConfirmEmail />;
}

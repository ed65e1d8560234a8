import type { Metadata } from "next";
import { TwoFactorCodes } from "@/components/two-factor/two-factor-codes";

export const metadata: Metadata = { title: "Two-factor codes" };

export default function TwoFactorPage() {
  return <TwoFactorCodes />;
}

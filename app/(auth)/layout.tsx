import type { ReactNode } from "react";
import { AuthFrame } from "@/components/sign-in/auth-frame";
import { ClearsCopied } from "@/components/sign-in/clears-copied";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AuthFrame>
      {children}
      <ClearsCopied />
    </AuthFrame>
  );
}

"use client";

import { FailureNote } from "@/components/ui/failure";
import { describeOidcFailure } from "@/lib/client/session/oidc-failures";

/** What the provider answered, by the code in the address. */
export default function OidcFailureNote({ code, provider }: { code: string; provider: string }) {
  return <FailureNote error={describeOidcFailure(code, provider)} />;
}

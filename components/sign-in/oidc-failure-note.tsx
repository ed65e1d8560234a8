"use client";

import { ErrorNote } from "@/components/ui/error-state";
import { describeOidcFailure } from "@/lib/client/session/oidc-failures";

/** What the provider answered, by the code in the address. */
export default function OidcFailureNote({ code, provider }: { code: string; provider: string }) {
  return <ErrorNote error={describeOidcFailure(code, provider)} />;
}

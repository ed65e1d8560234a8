"use client";

import { ErrorNote } from "@/components/ui/states/error-state";
import { describeOidcFailure } from "@/lib/client/session/sign-in/oidc-failures";

/** Why the provider sign-in failed, by the code in the URL. */
export default function OidcFailureNote({ code, provider }: { code: string; provider: string }) {
  return <ErrorNote error={describeOidcFailure(code, provider)} />;
}

import { useEffect } from "react";
import { tellEnded } from "@/lib/client/session/end/ended-session";
import { resumePage } from "@/lib/client/session/end/page-end";
import { readSession } from "@/lib/client/session/session";
import { leaveTo, safePath, signInPath } from "@/lib/client/session/sign-in/sign-in-path";
import { forgetTyped, typedKeptMilliseconds } from "@/lib/client/session/typed/typed";
import { PasskeyButton } from "./steps/passkey-button";
import { ProviderButton } from "./steps/provider-button";
import { SignInForm } from "./steps/sign-in-form";

/**
 * Signs in on a cleared page and renders it again for its owner. Going to the provider leaves the page and loses what
 * is kept.
 */
export default function SignInAgain({ provider, owner }: { provider: string | null; owner: string }) {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      tellEnded("typed-lost");
      leaveTo(signInPath());
    }, typedKeptMilliseconds);
    return () => window.clearTimeout(timer);
  }, []);

  async function resume() {
    // Typed text, and the page it belongs to, are only for the same person.
    if ((await readSession()).id === owner) return resumePage();
    forgetTyped();
    leaveTo(safePath(window.location.pathname + window.location.search));
  }
  return (
    <SignInForm
      then={resume}
      intro={
        <p className="mb-5 text-sm text-muted">
          This page was cleared, but what you typed is kept in it for {typedKeptMilliseconds / 60_000} minutes. Sign in
          to continue with it.
        </p>
      }
      others={
        <div className="mt-3 space-y-3">
          <PasskeyButton then={resume} />
          {provider && (
            <>
              <ProviderButton name={provider} from={safePath(window.location.pathname)} primary={false} />
              <p className="text-xs text-muted">
                Signing in with {provider} leaves this page, and what you typed is lost.
              </p>
            </>
          )}
        </div>
      }
    />
  );
}

import { useEffect } from "react";
import { tellEnded } from "@/lib/client/session/ended-session";
import { resumePage } from "@/lib/client/session/page-end";
import { readSession } from "@/lib/client/session/session";
import { leaveTo, safePath, signInPath } from "@/lib/client/session/sign-in-path";
import { forgetTyped, typedKeptMilliseconds } from "@/lib/client/session/typed";
import { PasskeyButton } from "./passkey-button";
import { ProviderButton } from "./provider-button";
import { SignInForm } from "./sign-in-form";

/**
 * Signs in on the page that a session's end has cleared, and draws it anew for its owner. The provider's page is another one:
 * going there loses what is kept here.
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
    // What somebody typed is for nobody else, and neither is the page that asked for it.
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

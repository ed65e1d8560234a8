import { PasskeyButton } from "./passkey-button";
import { ProviderButton } from "./provider-button";
import { SignInForm } from "./sign-in-form";

/** Signs in on the page that a session's end has cleared. The provider's page is another one: going there loses what is kept here. */
export default function SignInAgain({ provider, onSignedIn }: { provider: string | null; onSignedIn: () => Promise<void> }) {
  return (
    <SignInForm
      then={onSignedIn}
      intro={null}
      others={
        <div className="space-y-3">
          <PasskeyButton then={onSignedIn} />
          {provider && (
            <>
              <ProviderButton name={provider} from={window.location.pathname} primary={false} />
              <p className="text-xs text-muted">{provider} leaves this page: what you typed is lost then.</p>
            </>
          )}
        </div>
      }
    />
  );
}

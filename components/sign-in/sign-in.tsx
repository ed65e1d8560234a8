import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { invitationPath } from "@/lib/client/session/sign-in/invitation";
import { describeOidcFailure } from "@/lib/client/session/sign-in/oidc-failures";
import { PasskeyButton } from "./steps/passkey-button";
import { ProviderButton } from "./steps/provider-button";
import { SecondStep } from "./steps/second-step";
import { SignInForm } from "./steps/sign-in-form";
import { SignInReason } from "./sign-in-reason";

export type SignInProps = {
  /** The path to continue at, already checked to be on this site. */
  from: string;
  methods: { password: boolean; registration: boolean; mail: boolean; provider: string | null };
  /** The code of what went wrong at the provider. */
  failure?: string | undefined;
  /**
   * The provider sign-in succeeded; the second factor's code is still missing, to sign in or to confirm that it is the
   * person in a session.
   */
  codeOwed: "code" | "confirm" | undefined;
};

/** All sign-in methods that the operator admits. */
export function SignIn({ from, methods: { password, registration, mail, provider }, failure, codeOwed }: SignInProps) {
  if (codeOwed && provider) return <SecondStep from={from} confirms={codeOwed === "confirm"} />;
  const intro = (
    <>
      <h1 className="text-2xl">Sign in</h1>
      <SignInReason asked={from !== "/"} />
      {failure && provider && <ErrorNote error={describeOidcFailure(failure, provider)} className="mb-4" />}
    </>
  );
  const others = (
    <>
      {password && mail && (
        <p className="mt-3 text-sm">
          <Link href="/forgot-password" className="font-medium text-accent-ink underline underline-offset-2">
            Forgot your password?
          </Link>
        </p>
      )}
      <div className={password ? "mt-3 space-y-3" : "space-y-3"}>
        {password && <PasskeyButton then={from} />}
        {provider && <ProviderButton name={provider} from={from} primary={!password} />}
      </div>
      {(registration || (password && from === invitationPath)) && (
        <p className="mt-6 text-sm text-muted">
          No account yet?{" "}
          <Link
            href={from === "/" ? "/register" : `/register?from=${encodeURIComponent(from)}`}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            Create one
          </Link>
        </p>
      )}
    </>
  );
  if (password) return <SignInForm then={from} intro={intro} others={others} />;
  return (
    <>
      {intro}
      {others}
      {!provider && (
        <p className="text-sm text-muted">
          Signing in with a password is turned off here, and single sign-on is not set up. Ask the operator.
        </p>
      )}
    </>
  );
}

import { Fingerprint } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { describeError } from "@/lib/client/http/describe-error";
import { describePasskeyError } from "@/lib/client/session/sign-in/passkeys";
import { temporaryPasswordExpired, type SignInResult } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";

export type SignInCodeProps = {
  who: string;
  /** Shown if the first step has expired. */
  tooLate: string;
  /** An error from an earlier step. */
  fault?: string | undefined;
  sendCode: (code: string) => Promise<SignInResult>;
  sendPasskey: () => Promise<SignInResult>;
  onSignedIn: () => void;
  onBack: () => void;
  /** What the button says. */
  action?: string;
};

/** The second step of a sign-in. */
export function SignInCode({
  who,
  tooLate,
  fault,
  sendCode,
  sendPasskey,
  onSignedIn,
  onBack,
  action = "Sign in",
}: SignInCodeProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState(fault);
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    // Read from the field itself, which may have been filled in before hydration.
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code"));
    if (code.trim() === "") return setError("Enter the code that your authenticator shows");
    setPending(true);
    setError(undefined);
    try {
      const result = await sendCode(code);
      if (result === "signed-in") return onSignedIn();
      // Another step has replaced this one.
      if (result === "new-password-needed") return;
      setError(
        result === "refused"
          ? tooLate
          : result === "password-expired"
            ? temporaryPasswordExpired
            : "The code is wrong or was used before. Wait for your authenticator’s next one, or use an unused recovery code.",
      );
      form.reset();
    } catch (cause) {
      setError(describeError(cause).message);
    }
    setPending(false);
  }

  async function enterByPasskey() {
    setPending(true);
    setError(undefined);
    try {
      const result = await sendPasskey();
      if (result === "signed-in") return onSignedIn();
      if (result === "new-password-needed") return;
      setError(
        result === "password-expired" ? temporaryPasswordExpired : "This passkey doesn’t belong to this account.",
      );
    } catch (cause) {
      setError(describePasskeyError(cause));
    }
    setPending(false);
  }

  return (
    <>
      <h1 className="text-2xl">Enter your code</h1>
      <p className="mt-1 mb-6 text-sm break-words text-muted">{who} is protected by a second factor.</p>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label="Two-factor code"
          description="Six digits from your authenticator, or one of your recovery codes."
          error={error}
          required
        >
          {(control) => <Input {...control} mono autoFocus autoComplete="one-time-code" maxLength={64} name="code" />}
        </Field>
        <Button type="submit" variant="primary" size="large" className="w-full" pending={pending} disabled={!hydrated}>
          {action}
        </Button>
        <Button
          size="large"
          className="w-full"
          icon={<Fingerprint />}
          disabled={pending || !hydrated}
          onClick={() => void enterByPasskey()}
        >
          Use a passkey
        </Button>
        <Button variant="ghost" className="w-full" onClick={onBack} disabled={pending || !hydrated}>
          Start again
        </Button>
      </form>
    </>
  );
}

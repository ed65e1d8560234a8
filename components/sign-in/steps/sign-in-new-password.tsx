import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import { describePasskeyError } from "@/lib/client/session/sign-in/passkeys";
import { ApiError } from "@/lib/client/http/api-error";
import { temporaryPasswordExpired, type SignInResult } from "@/lib/client/session/sign-in/sign-in";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import { PasswordInput } from "../password-input";

export type SignInNewPasswordProps = {
  who: string;
  /** Shown if the temporary password is no longer valid. */
  tooLate: string;
  send: (newPassword: string) => Promise<SignInResult>;
  onSignedIn: () => void;
  onBack: () => void;
};

/** The sign-in step that replaces a temporary password. */
export function SignInNewPassword({ who, tooLate, send, onSignedIn, onBack }: SignInNewPasswordProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem("newPassword") as HTMLInputElement;
    if (field.value === "") return setError("Choose a password");
    setPending(true);
    setError(undefined);
    try {
      const result = await send(field.value);
      if (result === "signed-in") return onSignedIn();
      // Another step has replaced this one.
      if (result !== "refused" && result !== "password-expired") return;
      setError(result === "password-expired" ? temporaryPasswordExpired : tooLate);
    } catch (cause) {
      setError((cause instanceof ApiError ? cause.details?.[0]?.message : undefined) ?? describePasskeyError(cause));
    }
    setPending(false);
    field.focus();
  }

  return (
    <>
      <h1 className="text-2xl">Choose your password</h1>
      <p className="mt-1 mb-6 text-sm break-words text-muted">
        The password of {who} is temporary. Choose your own to continue.
      </p>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {/* Tells a password manager whose password it stores. */}
        <input type="text" name="username" autoComplete="username" value={who} readOnly hidden />
        <Field
          label="New password"
          description="At least 10 characters. A few unrelated words are easy to type and hard to guess."
          error={error}
          required
        >
          {(control) => <PasswordInput {...control} autoFocus autoComplete="new-password" name="newPassword" />}
        </Field>
        <Button type="submit" variant="primary" size="large" className="w-full" pending={pending} disabled={!hydrated}>
          Save and sign in
        </Button>
        <Button variant="ghost" className="w-full" onClick={onBack} disabled={pending || !hydrated}>
          Start again
        </Button>
      </form>
    </>
  );
}

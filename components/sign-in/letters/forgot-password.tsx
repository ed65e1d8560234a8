"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Link } from "@/components/ui/buttons/link";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { forgotPassword } from "@/lib/client/http/resources/mail-api";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";

/** Asks for a link to set a new password. It tells nobody who has an account. */
export function ForgotPassword() {
  const [asked, setAsked] = useState<string>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem("email") as HTMLInputElement;
    if (field.value.trim() === "") return setError("Enter your e-mail address");
    setPending(true);
    setError(undefined);
    try {
      await forgotPassword({ body: { email: field.value } });
      return setAsked(field.value.trim());
    } catch (cause) {
      const detail = cause instanceof ApiError ? cause.details?.[0]?.message : undefined;
      setError(detail ? `It ${detail}` : describeError(cause).message);
    }
    setPending(false);
    field.focus();
  }

  return (
    <>
      <h1 className="text-2xl">Forgot your password?</h1>
      {asked === undefined ? (
        <>
          <p className="mt-1 mb-6 text-sm text-muted">
            We’ll send you a link to set a new one. Your second factor stays on.
          </p>
          <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
            <Field label="E-mail address" error={error} required>
              {(control) => (
                <Input {...control} name="email" type="email" autoComplete="username" autoCapitalize="none" autoFocus />
              )}
            </Field>
            <Button
              type="submit"
              variant="primary"
              size="large"
              className="w-full"
              pending={pending}
              disabled={!hydrated}
            >
              Send the link
            </Button>
          </form>
        </>
      ) : (
        <div role="status" className="mt-1 space-y-3 text-sm text-muted">
          <p>
            If <strong className="font-semibold break-all text-ink">{asked}</strong> has an account with a password
            here, a link is on its way. It works once, within 30 minutes.
          </p>
          <p>No e-mail? Check your spam folder, or ask whoever runs this vault.</p>
        </div>
      )}
      <Link href="/login" className={`mt-3 w-full ${buttonStyle({ variant: "ghost" })}`}>
        Back to sign-in
      </Link>
    </>
  );
}

"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Link } from "@/components/ui/buttons/link";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { resetPassword } from "@/lib/client/http/resources/mail-api";
import { PasswordInput } from "../password-input";
import { useLinkToken } from "./use-link-token";

const brokenLink = "This link is incomplete. Open the full link from the e-mail, or ask for a new one.";

/** The page that a link for a forgotten password opens. */
export function ResetPassword() {
  const token = useLinkToken();
  const [state, setState] = useState<"asking" | "sending" | "done">("asking");
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const dead = token === "" ? brokenLink : refusal;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === "sending" || !token) return;
    const field = event.currentTarget.elements.namedItem("newPassword") as HTMLInputElement;
    if (field.value === "") return setError("Choose a password");
    setState("sending");
    setError(undefined);
    try {
      await resetPassword({ body: { token, newPassword: field.value } });
      return setState("done");
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.code : undefined;
      if (code === "PASSWORD_LINK_NOT_FOUND") setRefusal(describeError(cause).message);
      else {
        const detail =
          cause instanceof ApiError ? cause.details?.find(({ path }) => path === "newPassword") : undefined;
        setError(detail?.message ?? describeError(cause).message);
      }
    }
    setState("asking");
    field.focus();
  }

  if (state === "done")
    return (
      <>
        <h1 className="text-2xl">Your password was changed</h1>
        <p role="status" className="mt-1 mb-6 text-sm text-muted">
          All sessions of your account have ended. Sign in with the new password.
        </p>
        <Link href="/login" className={`w-full ${buttonStyle({ variant: "primary", size: "large" })}`}>
          Sign in
        </Link>
      </>
    );
  return (
    <>
      <h1 className="text-2xl">Set a new password</h1>
      {dead === undefined ? (
        <>
          <p className="mt-1 mb-6 text-sm text-muted">You are signed out everywhere. Your second factor stays on.</p>
          <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
            <Field
              label="New password"
              description="At least 10 characters. A few unrelated words are easy to type and hard to guess."
              error={error}
              required
            >
              {(control) => <PasswordInput {...control} autoFocus autoComplete="new-password" name="newPassword" />}
            </Field>
            <Button
              type="submit"
              variant="primary"
              size="large"
              className="w-full"
              pending={state === "sending"}
              disabled={!token}
            >
              Set the password
            </Button>
          </form>
        </>
      ) : (
        <>
          <ErrorNote error={dead} className="mt-4 mb-6" />
          <Link href="/forgot-password" className={`w-full ${buttonStyle({ size: "large" })}`}>
            Ask for a new link
          </Link>
        </>
      )}
    </>
  );
}

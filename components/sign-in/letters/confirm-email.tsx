"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { confirmEmail } from "@/lib/client/http/resources/mail-api";
import { useLinkToken } from "./use-link-token";

const brokenLink = "This link is incomplete. Open the full link from the e-mail.";

/** The page that a link for another e-mail address opens. A button confirms: programs that look at links press none. */
export function ConfirmEmail() {
  const token = useLinkToken();
  const [state, setState] = useState<"asking" | "sending" | "done">("asking");
  const [failure, setFailure] = useState<{ message: string; isFinal: boolean }>();
  const isDead = token === "" || failure?.isFinal === true;

  async function confirm() {
    if (!token) return;
    setState("sending");
    setFailure(undefined);
    try {
      await confirmEmail({ body: { token } });
      setState("done");
    } catch (cause) {
      const isFinal = cause instanceof ApiError && cause.code === "EMAIL_LINK_NOT_FOUND";
      setFailure({ message: describeError(cause).message, isFinal });
      setState("asking");
    }
  }

  return (
    <>
      <h1 className="text-2xl">{state === "done" ? "Your address is confirmed" : "Confirm your address"}</h1>
      <p role="status" className="mt-1 mb-6 text-sm text-muted">
        {state === "done"
          ? "It is now your account’s address: sign in with it."
          : "It will become your account’s address, which you sign in with."}
      </p>
      <div className="grid gap-3">
        {(token === "" || failure) && <ErrorNote error={failure?.message ?? brokenLink} />}
        {state !== "done" && !isDead && (
          <Button
            variant="primary"
            size="large"
            pending={state === "sending"}
            disabled={!token}
            onClick={() => void confirm()}
          >
            Confirm the address
          </Button>
        )}
        {(state === "done" || isDead) && (
          <Link href="/" className={buttonStyle({ size: "large" })}>
            Go to my vault
          </Link>
        )}
      </div>
    </>
  );
}

"use client";

import { signInByForm } from "@/lib/client/session/sign-in/sign-in";
import { signInByPasskeyAnswer } from "@/lib/client/session/sign-in/passkeys";
import { SignInCode } from "./sign-in-code";

/** Asks for the second factor's code after a sign-in at the provider. `confirms`: in a session, which continues. */
export function SecondStep({ from, confirms }: { from: string; confirms: boolean }) {
  const before = from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`;
  return (
    <SignInCode
      who="Your account"
      tooLate="That took too long. Start again."
      sendCode={(code) => signInByForm("second-step", { code })}
      sendPasskey={() => signInByPasskeyAnswer("second-step", {})}
      onSignedIn={() => window.location.assign(from)}
      onBack={() => window.location.assign(confirms ? from : before)}
      action={confirms ? "Confirm" : "Sign in"}
    />
  );
}

"use client";

import { signInByForm } from "@/lib/client/session/sign-in/sign-in";
import { signInByPasskeyAnswer } from "@/lib/client/session/sign-in/passkeys";
import { SignInCode } from "./sign-in-code";

/** Asks for the second factor's code after a sign-in at the provider. */
export function SecondStep({ from }: { from: string }) {
  return (
    <SignInCode
      who="Your account"
      tooLate="That took too long. Start again."
      sendCode={(code) => signInByForm("second-step", { code })}
      sendPasskey={() => signInByPasskeyAnswer("second-step", {})}
      onSignedIn={() => window.location.assign(from)}
      onBack={() => window.location.assign(from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`)}
    />
  );
}

import { useState } from "react";
import { signInByPasskeyAnswer } from "@/lib/client/session/sign-in/passkeys";
import { signIn, type SignInResult } from "@/lib/client/session/sign-in/sign-in";
import { SignInCode } from "./sign-in-code";
import { SignInNewPassword } from "./sign-in-new-password";

export type AskedStep = Extract<SignInResult, "code-needed" | "new-password-needed">;

export type SignInStepsProps = {
  credentials: { email: string; password: string };
  first: AskedStep;
  onSignedIn: () => void;
  onBack: () => void;
};

type Factor = { code: string } | "passkey";

/** The steps after the password: the second factor, and a replacement for a temporary password. */
export function SignInSteps({ credentials, first, onSignedIn, onBack }: SignInStepsProps) {
  const [asked, setAsked] = useState(first);
  const [factor, setFactor] = useState<Factor>();
  const [newPassword, setNewPassword] = useState<string>();
  const [fault, setFault] = useState<string>();

  // All are sent together: the server keeps no half-finished password sign-in.
  const send = (given: Factor | undefined, chosen: string | undefined) => {
    const fields = { ...credentials, ...(chosen && { newPassword: chosen }) };
    return given === "passkey" ? signInByPasskeyAnswer("credentials", fields) : signIn({ ...fields, ...given });
  };

  async function sendFactor(given: Factor): Promise<SignInResult> {
    const result = await send(given, newPassword);
    if (result === "new-password-needed") {
      setFactor(given);
      setAsked(result);
    }
    return result;
  }

  async function sendNewPassword(chosen: string): Promise<SignInResult> {
    const result = await send(factor, chosen);
    if (result === "code-needed" || result === "code-refused") {
      // Choosing a password takes longer than a code is valid.
      setFault(result === "code-refused" ? "That code has expired. Enter the next one." : undefined);
      setNewPassword(chosen);
      setAsked("code-needed");
    }
    return result;
  }

  const tooLate = "The password was changed in the meantime. Start again.";
  const shared = { who: credentials.email, tooLate, onSignedIn, onBack };
  if (asked === "new-password-needed") return <SignInNewPassword {...shared} send={sendNewPassword} />;
  return (
    <SignInCode
      {...shared}
      fault={fault}
      sendCode={(code) => sendFactor({ code })}
      sendPasskey={() => sendFactor("passkey")}
    />
  );
}

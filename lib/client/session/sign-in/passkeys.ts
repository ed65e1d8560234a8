import {
  beginPasskey,
  beginPasskeyReauthentication,
  beginPasskeySignIn,
  createPasskey,
  reauthenticateWithPasskey,
} from "../../http/resources/account-api";
import { describeError } from "../../http/describe-error";
import { ApiError } from "../../http/api-error";
import { signInByForm, type SignInResult } from "./sign-in";

/** Loaded on use. */
const webauthn = () => import("@simplewebauthn/browser");

type Options<F extends (options: never) => unknown> = Parameters<F>[0];

/** Creates a passkey on the authenticator and stores it in the vault. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await webauthn();
  const options: { challenge: string } = await beginPasskey({});
  const {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, transports },
  } = await startRegistration({ optionsJSON: options as Options<typeof startRegistration>["optionsJSON"] });
  await createPasskey({
    body: {
      name,
      credential: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
      },
    },
  });
}

export async function reauthenticateByPasskey(): Promise<void> {
  await reauthenticateWithPasskey({ body: { credential: await answer(await beginPasskeyReauthentication({})) } });
}

export async function signInByPasskey(): Promise<SignInResult> {
  return signInByForm("passkey", { credential: JSON.stringify(await answer(await beginPasskeySignIn({}))) });
}

/** The second step of a sign-in: a passkey instead of the code. */
export async function signInByPasskeyAnswer(
  kind: "credentials" | "second-step",
  fields: Record<string, string>,
): Promise<SignInResult> {
  return signInByForm(kind, { ...fields, passkey: JSON.stringify(await answer(await beginPasskeySignIn({}))) });
}

async function answer(options: { challenge: string }) {
  const { startAuthentication } = await webauthn();
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: options as Options<typeof startAuthentication>["optionsJSON"],
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** A message for a failed passkey operation. Browsers distinguish failures only by the error's name. */
export function describePasskeyError(error: unknown): string {
  const name = error instanceof Error && !(error instanceof ApiError) ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was used: you cancelled, it took too long, or this device has none for this vault.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "SecurityError")
    return "The browser allows no passkeys here: open the vault by its host name over https, or as localhost.";
  if (name === "NotSupportedError" || name === "WebAuthnError") return "This browser or device can’t create passkeys.";
  return describeError(error).message;
}

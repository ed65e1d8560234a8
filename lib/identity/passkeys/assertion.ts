import type { SessionCaller } from "../../auth/caller";
import type { RegisteredUser } from "../../contracts/people/account";
import type { PasskeyAssertion, PasskeyOptions, PasskeyReauthentication } from "../../contracts/people/passkeys";
import { selectionOf } from "../../crypto/macs/covered-columns";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { recordReauthentication, recordRefusedReauthentication } from "../reauthentication";
import { originsOf, type Site } from "../site";
import { expectations, refuseFaults, userHandle, webauthn } from "./ceremony";
import { type ChallengeUse, forgiveChallenge, issueChallenge } from "./challenges";

/** The authenticator chooses the passkey, so the response doesn't reveal who has one. */
async function requestOptions({ rpId }: Site, use: ChallengeUse): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await webauthn();
  return {
    ...(await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: "required",
      challenge: Buffer.from(await issueChallenge(use), "base64url"),
    })),
  };
}

/** Open to everybody. */
export const beginPasskeySignIn = (site: Site, address: string): Promise<PasskeyOptions> =>
  requestOptions(site, { purpose: "sign-in", address });

export const beginPasskeyReauthentication = (caller: SessionCaller, site: Site): Promise<PasskeyOptions> =>
  requestOptions(site, { purpose: "prove", caller });

/** Returns the same as `recordReauthentication`. */
export async function reauthenticateWithPasskey(
  caller: SessionCaller,
  { credential }: PasskeyReauthentication,
  site: Site,
  cookies: string | null,
): Promise<string> {
  try {
    if ((await ownerOfAssertion(credential, site, { purpose: "prove", caller })).userId !== caller.userId)
      throw new AppError("PASSKEY_REFUSED");
  } catch (error) {
    if (isRefusal(error)) recordRefusedReauthentication(caller, "passkey");
    throw error;
  }
  return recordReauthentication(caller, "passkey", cookies);
}

/**
 * Returns the passkey that signed one of our challenges, with user verification, and whose it is. Spends the challenge. Throws
 * PASSKEY_REFUSED for anything else; `onRefusal` is told first whose passkey it names, if it names one.
 */
export async function ownerOfAssertion(
  assertion: PasskeyAssertion,
  site: Site,
  use: ChallengeUse,
  onRefusal: (user: RegisteredUser) => void = () => {},
): Promise<{ userId: string; passkeyId: string }> {
  const passkey = await findPasskey(assertion.id);
  if (!passkey) throw new AppError("PASSKEY_REFUSED");
  try {
    await verifyAssertion(passkey, assertion, site, use);
  } catch (error) {
    if (isRefusal(error)) onRefusal(passkey.user);
    throw error;
  }
  await forgiveChallenge(use);
  return { userId: passkey.userId, passkeyId: passkey.id };
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === "PASSKEY_REFUSED";

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

async function findPasskey(credentialId: string) {
  const { db, rights } = runtime();
  const passkey = await db.passkey.findUnique({
    where: { credentialId },
    select: { ...selectionOf("Passkey"), counter: true, user: { select: { id: true, email: true, name: true } } },
  });
  return passkey && rights.isGenuine("Passkey", passkey) ? passkey : null;
}

async function verifyAssertion(
  passkey: FoundPasskey,
  assertion: PasskeyAssertion,
  site: Site,
  use: ChallengeUse,
): Promise<void> {
  const { db, rights } = runtime();
  const { verifyAuthenticationResponse } = await webauthn();
  const { userHandle: handle } = assertion.response;
  if (handle !== undefined && handle !== Buffer.from(userHandle(passkey.userId)).toString("base64url"))
    throw new AppError("PASSKEY_REFUSED");
  const { verified, authenticationInfo } = await refuseFaults(() =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      ...expectations(site, use),
      expectedOrigin: originsOf(passkey, site),
      requireUserVerification: true,
      // The library refuses a counter that did not increase, which indicates a copy of the authenticator (WebAuthn
      // level 3, 7.2).
      credential: { id: assertion.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter) },
    }),
  );
  if (!verified) throw new AppError("PASSKEY_REFUSED");
  const { user: _, ...row } = passkey;
  const { mac, origin } =
    row.origin === null ? rights.sign("Passkey", { ...row, origin: authenticationInfo.origin }) : row;
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id },
    data: { origin, mac, counter: BigInt(authenticationInfo.newCounter), lastUsedAt: new Date() },
  });
  // Removed meanwhile.
  if (count === 0) throw new AppError("PASSKEY_REFUSED");
}

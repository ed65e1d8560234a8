import type { SessionCaller } from "../../auth/caller";
import { recordReauthentication } from "../reauthentication";
import { originsOf, type Site } from "../site";
import { selectionOf } from "../../crypto/covered-columns";
import type {
  CreatePasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyReauthentication,
  RenamePasskey,
} from "../../contracts/passkeys";
import { isPlaceholderEmail } from "../../contracts/placeholder-email";
import { isUnavailable, isUniqueViolation } from "../../db/failures";
import { newRowId } from "../../db/row-id";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { holdAccount, noteFactor } from "../account-row";
import { type ChallengeUse, forgiveChallenge, issueChallenge, spendChallenge } from "./challenges";
import { assertOtherFactor, assertOtherSignInMethod } from "../last-method";
import { instant } from "../../db/wire";

const publicColumns = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
const wire = ({
  createdAt,
  lastUsedAt,
  ...rest
}: {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): Passkey => ({ ...rest, createdAt: instant(createdAt), lastUsedAt: lastUsedAt && instant(lastUsedAt) });

/** Loaded when a passkey is first used: most processes never need it. */
const webauthn = () => import("@simplewebauthn/server");

/**
 * EdDSA, ES256 and RS256 (COSE), which every Node can verify. By default the library offers more, depending on the Node
 * version.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

export async function listPasskeys({ userId }: SessionCaller): Promise<Passkey[]> {
  const passkeys = await runtime().db.passkey.findMany({
    where: { userId },
    select: publicColumns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return passkeys.map(wire);
}

export async function beginPasskey(caller: SessionCaller, { rpId }: Site): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await webauthn();
  const { email, name, passkeys } = await runtime().db.user.findUniqueOrThrow({
    where: { id: caller.userId },
    select: { email: true, name: true, passkeys: { select: { credentialId: true } } },
  });
  const shown = isPlaceholderEmail(email) ? (name ?? "Vault") : email;
  return {
    ...(await generateRegistrationOptions({
      rpID: rpId,
      rpName: "Secrets vault",
      userID: userHandle(caller.userId),
      userName: shown,
      userDisplayName: name ?? shown,
      challenge: Buffer.from(await issueChallenge({ purpose: "create", caller }), "base64url"),
      // Stored on the authenticator and protected by its PIN or biometrics, so that a passkey alone is enough to sign
      // in.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
      supportedAlgorithmIDs,
    })),
  };
}

export async function createPasskey(
  caller: SessionCaller,
  { name, credential }: CreatePasskey,
  site: Site,
): Promise<Passkey> {
  const use: ChallengeUse = { purpose: "create", caller };
  const { verifyRegistrationResponse } = await webauthn();
  const { transports = [], ...response } = credential.response;
  const verified = await refuseFaults(() =>
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      ...expectations(site, use),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  );
  if (!verified.verified) throw new AppError("PASSKEY_REFUSED");
  await forgiveChallenge(use);
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  try {
    return wire(
      await addPasskey(caller.userId, {
        name,
        credentialId,
        publicKey,
        origin: verified.registrationInfo.origin,
        counter: BigInt(counter),
        transports: transports.join(" "),
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("PASSKEY_REFUSED");
    throw error;
  }
}

type NewPasskey = {
  name: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  origin: string;
  counter: bigint;
  transports: string;
};

function addPasskey(userId: string, passkey: NewPasskey) {
  const { db, rights } = runtime();
  return db.$transaction(async (tx) => {
    const held = await holdAccount(tx, userId);
    if (!held) throw new AppError("AUTH_REQUIRED");
    await noteFactor(tx, held, "passkey", true);
    return tx.passkey.create({
      data: rights.sign("Passkey", { id: newRowId(), userId, ...passkey }),
      select: publicColumns,
    });
  });
}

export async function renamePasskey({ userId }: SessionCaller, id: string, { name }: RenamePasskey): Promise<Passkey> {
  const { db } = runtime();
  const { count } = await db.passkey.updateMany({ where: { id, userId }, data: { name } });
  const passkey = count === 1 && (await db.passkey.findFirst({ where: { id, userId }, select: publicColumns }));
  if (!passkey) throw new AppError("PASSKEY_NOT_FOUND");
  return wire(passkey);
}

/**
 * Throws LAST_SIGN_IN_METHOD if no other sign-in method would remain, or SECOND_FACTOR_MANDATORY if a required factor
 * would be lost.
 */
export async function deletePasskey({ userId }: SessionCaller, id: string): Promise<void> {
  await runtime().db.$transaction(async (tx) => {
    // Locked before the passkey is deleted: of two concurrent removals, the second sees what the first left.
    const held = await holdAccount(tx, userId);
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) throw new AppError("PASSKEY_NOT_FOUND");
    await assertOtherSignInMethod(tx, userId);
    if (held && (await tx.passkey.count({ where: { userId } })) === 0) await noteFactor(tx, held, "passkey", false);
    await assertOtherFactor(tx, userId);
  });
}

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
  if ((await userOfAssertion(credential, site, { purpose: "prove", caller })) !== caller.userId)
    throw new AppError("PASSKEY_REFUSED");
  return recordReauthentication(caller.sessionId, cookies);
}

/**
 * Returns the user whose passkey signed one of our challenges, with user verification. Spends the challenge. Throws
 * PASSKEY_REFUSED for anything else.
 */
export async function userOfAssertion(assertion: PasskeyAssertion, site: Site, use: ChallengeUse): Promise<string> {
  const { db, rights } = runtime();
  const { verifyAuthenticationResponse } = await webauthn();
  const passkey = await db.passkey.findUnique({
    where: { credentialId: assertion.id },
    select: { ...selectionOf("Passkey"), counter: true },
  });
  const { userHandle: handle } = assertion.response;
  if (
    !passkey ||
    !rights.isGenuine("Passkey", passkey) ||
    (handle !== undefined && handle !== Buffer.from(userHandle(passkey.userId)).toString("base64url"))
  )
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
  const { mac, origin } =
    passkey.origin === null ? rights.sign("Passkey", { ...passkey, origin: authenticationInfo.origin }) : passkey;
  await db.passkey.updateMany({
    where: { id: passkey.id },
    data: { origin, mac, counter: BigInt(authenticationInfo.newCounter), lastUsedAt: new Date() },
  });
  await forgiveChallenge(use);
  return passkey.userId;
}

const expectations = ({ rpId, origins }: Site, use: ChallengeUse) => ({
  expectedChallenge: (challenge: string) => spendChallenge(use, challenge),
  expectedOrigin: origins,
  expectedRPID: rpId,
});

/** The library throws at the first problem, with messages for developers that may quote what was sent. */
async function refuseFaults<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    if (isUnavailable(cause)) throw cause;
    throw new AppError("PASSKEY_REFUSED", { cause });
  }
}

const userHandle = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId, "utf8"));

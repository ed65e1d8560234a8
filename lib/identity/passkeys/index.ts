import { passkeySubject, sessionSubject } from "../../auth/account-subjects";
import { recordIn } from "../../auth/activity";
import type { SessionCaller } from "../../auth/caller";
import { recordBehind } from "../../auth/record-behind";
import type { RegisteredUser } from "../../contracts/account";
import { ownRecord } from "../own-record";
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
import { lockOwner } from "../../db/isolation";
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
      await addPasskey(caller, {
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

function addPasskey(caller: SessionCaller, passkey: NewPasskey) {
  const { userId } = caller;
  const { db, rights } = runtime();
  return db.$transaction(async (tx) => {
    const held = await holdAccount(tx, userId);
    if (!held) throw new AppError("AUTH_REQUIRED");
    await noteFactor(tx, held, "passkey", true);
    const made = await tx.passkey.create({
      data: rights.sign("Passkey", { id: newRowId(), userId, ...passkey }),
      select: publicColumns,
    });
    await recordIn(tx, ownRecord(caller, "account.passkey-add", passkeySubject(made)));
    return made;
  });
}

export async function renamePasskey(caller: SessionCaller, id: string, { name }: RenamePasskey): Promise<Passkey> {
  const { userId } = caller;
  const { db, databaseKind } = runtime();
  return db.$transaction(async (tx) => {
    await lockOwner(tx, databaseKind, userId);
    const { count } = await tx.passkey.updateMany({ where: { id, userId }, data: { name } });
    const passkey = count === 1 && (await tx.passkey.findFirst({ where: { id, userId }, select: publicColumns }));
    if (!passkey) throw new AppError("PASSKEY_NOT_FOUND");
    await recordIn(tx, ownRecord(caller, "account.passkey-rename", passkeySubject(passkey)));
    return wire(passkey);
  });
}

/**
 * Throws LAST_SIGN_IN_METHOD if no other sign-in method would remain, or SECOND_FACTOR_MANDATORY if a required factor
 * would be lost.
 */
export async function deletePasskey(caller: SessionCaller, id: string): Promise<void> {
  const { userId } = caller;
  await runtime().db.$transaction(async (tx) => {
    // Locked before the passkey is deleted: of two concurrent removals, the second sees what the first left.
    const held = await holdAccount(tx, userId);
    const passkey = await tx.passkey.findFirst({ where: { id, userId }, select: publicColumns });
    if (!passkey) throw new AppError("PASSKEY_NOT_FOUND");
    await tx.passkey.deleteMany({ where: { id, userId } });
    await assertOtherSignInMethod(tx, userId);
    if (held && (await tx.passkey.count({ where: { userId } })) === 0) await noteFactor(tx, held, "passkey", false);
    await assertOtherFactor(tx, userId);
    await recordIn(tx, ownRecord(caller, "account.passkey-remove", passkeySubject(passkey)));
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
  const told = sessionSubject(caller.sessionId, "passkey");
  try {
    if ((await userOfAssertion(credential, site, { purpose: "prove", caller })) !== caller.userId)
      throw new AppError("PASSKEY_REFUSED");
  } catch (error) {
    if (isRefusal(error)) recordBehind(ownRecord(caller, "session.confirm", told, { outcome: "refused" }));
    throw error;
  }
  return recordReauthentication(caller, "passkey", cookies);
}

/**
 * Returns the user whose passkey signed one of our challenges, with user verification. Spends the challenge. Throws
 * PASSKEY_REFUSED for anything else; `onRefusal` is told first whose passkey it names, if it names one.
 */
export async function userOfAssertion(
  assertion: PasskeyAssertion,
  site: Site,
  use: ChallengeUse,
  onRefusal: (user: RegisteredUser) => void = () => {},
): Promise<string> {
  const passkey = await findPasskey(assertion.id);
  if (!passkey) throw new AppError("PASSKEY_REFUSED");
  try {
    await verifyAssertion(passkey, assertion, site, use);
  } catch (error) {
    if (isRefusal(error)) onRefusal(passkey.user);
    throw error;
  }
  await forgiveChallenge(use);
  return passkey.userId;
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
  await db.passkey.updateMany({
    where: { id: passkey.id },
    data: { origin, mac, counter: BigInt(authenticationInfo.newCounter), lastUsedAt: new Date() },
  });
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

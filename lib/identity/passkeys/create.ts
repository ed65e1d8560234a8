import { passkeySubject } from "../../auth/activity/account-subjects";
import { recordIn } from "../../auth/activity/activity";
import type { SessionCaller } from "../../auth/caller";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import type { CreatePasskey, Passkey, PasskeyOptions } from "../../contracts/people/passkeys";
import { isPlaceholderEmail } from "../../contracts/people/placeholder-email";
import { isUniqueViolation } from "../../db/failures";
import { newRowId } from "../../db/row-id";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { holdOwn, noteFactor } from "../accounts/account-row";
import { ownRecord } from "../accounts/own-record";
import type { Site } from "../site";
import { expectations, refuseFaults, userHandle, webauthn } from "./ceremony";
import { type ChallengeUse, forgiveChallenge, issueChallenge } from "./challenges";
import { publicColumns, wire } from "./wire";

/**
 * EdDSA, ES256 and RS256 (COSE), which every Node can verify. By default the library offers more, depending on the Node
 * version.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

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
  const { rights } = runtime();
  return transactionInTurn(userId, async (tx) => {
    const held = await holdOwn(tx, caller);
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

import { passkeySubject } from "../../auth/activity/account-subjects";
import { recordIn } from "../../auth/activity/activity";
import type { SessionCaller } from "../../auth/caller";
import { transactionInTurn } from "../../auth/transaction-in-turn";
import type { Passkey, RenamePasskey } from "../../contracts/people/passkeys";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { holdOwn, lockOwn, noteFactor } from "../accounts/account-row";
import { assertOtherFactor, assertOtherSignInMethod } from "../last-method";
import { ownRecord } from "../accounts/own-record";
import { publicColumns, wire } from "./wire";

export {
  beginPasskeyReauthentication,
  beginPasskeySignIn,
  ownerOfAssertion,
  reauthenticateWithPasskey,
} from "./assertion";
export { beginPasskey, createPasskey } from "./create";

export async function listPasskeys({ userId }: SessionCaller): Promise<Passkey[]> {
  const passkeys = await runtime().db.passkey.findMany({
    where: { userId },
    select: publicColumns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return passkeys.map(wire);
}

export async function renamePasskey(caller: SessionCaller, id: string, { name }: RenamePasskey): Promise<Passkey> {
  const { userId } = caller;
  return transactionInTurn(userId, async (tx) => {
    await lockOwn(tx, caller);
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
  await transactionInTurn(userId, async (tx) => {
    // Locked before the passkey is deleted: of two concurrent removals, the second sees what the first left.
    const held = await holdOwn(tx, caller);
    const passkey = await tx.passkey.findFirst({ where: { id, userId }, select: publicColumns });
    if (!passkey) throw new AppError("PASSKEY_NOT_FOUND");
    await tx.passkey.deleteMany({ where: { id, userId } });
    await assertOtherSignInMethod(tx, userId);
    if (held && (await tx.passkey.count({ where: { userId } })) === 0) await noteFactor(tx, held, "passkey", false);
    await assertOtherFactor(tx, userId);
    await recordIn(tx, ownRecord(caller, "account.passkey-remove", passkeySubject(passkey)));
  });
}

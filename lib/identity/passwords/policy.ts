import { faultOfMaking, passwordLengthMax, passwordLengthMin } from "../../contracts/people/account";
import { invalidField } from "../../errors";
import { isCommonPassword } from "./common-passwords";
import { isMadeOfContextWords, type Owner } from "./context-words";

/** Throws a 400 for the field `path` if the password is one that an attacker would try first on this account. */
export async function assertUncommon(password: string, path: string, owner: Owner): Promise<void> {
  if (await isCommonPassword(password)) throw invalidField(path, "This password is too common. Choose another one.");
  if (isMadeOfContextWords(password, owner))
    throw invalidField(
      path,
      "This password is too close to your name, your e-mail address or this vault’s name. Choose another one.",
    );
}

/** Also checks length and composition, for passwords that no contract has checked. */
export async function assertAcceptable(password: string, path: string, owner: Owner): Promise<void> {
  if (password.length < passwordLengthMin || password.length > passwordLengthMax)
    throw invalidField(path, `must have ${passwordLengthMin} to ${passwordLengthMax} characters`);
  const fault = faultOfMaking(password);
  if (fault) throw invalidField(path, fault);
  await assertUncommon(password, path, owner);
}

import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordLengthMin } from "../../contracts/account";

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is among the 49,000 most common ones in public leaks, ignoring case (the lists of zxcvbn-ts, MIT).
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary["passwords-common"].filter((word) => word.length >= passwordLengthMin));
  return common.has(password.normalize("NFKC").toLowerCase());
}

import { passwordLengthMin } from "../../contracts/people/account";

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is among the 49,000 most common ones in public leaks, ignoring case (the lists of zxcvbn-ts, MIT).
 * The first question loads the lists: an operator's command has none to ask.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= await readCommon();
  return common.has(password.normalize("NFKC").toLowerCase());
}

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((word) => word.length >= passwordLengthMin));
}

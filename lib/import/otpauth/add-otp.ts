import { addFault, type Imported, type Lazily } from "../item";
import { readOneLink } from "./otpauth";

/** Adds a login's one-time password: a link, or its secret in base32. */
export function addOtp(imported: Imported, where: Lazily, text: string, service: string, accountName: string): void {
  const [read] = /^\s*(?:otpauth|steam):/i.test(text)
    ? readOneLink(text.trim())
    : [{ secret: text, problem: undefined }];
  if (!read || read.problem) addFault(imported, where, read?.problem ?? "Its one-time password can’t be read");
  else imported.twoFactor.push({ service, accountName: accountName || service, secret: read.secret });
}

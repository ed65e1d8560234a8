import { addFault, type Imported, isObject, type Json, nothing, objectsIn, textOf } from "../item";
import { readOtpauth } from "./otpauth";
import { type OtpauthToken, token } from "./otpauth-token";

/**
 * Reads otpauth:// links, one or more per line, and Google Authenticator's exports. Ente's plain export has this form
 * too.
 */
export function readLinks(text: string): Imported {
  return withTokens(readOtpauth(text));
}

/** Reads Aegis' plain JSON. */
export function readAegis(json: Json): Imported {
  const db = json.db;
  if (!isObject(db)) return encrypted("export it without encryption");
  return withTokens(
    objectsIn(db.entries).map((entry) => {
      const info = isObject(entry.info) ? entry.info : {};
      return token({
        service: textOf(entry.issuer),
        accountName: textOf(entry.name),
        secret: textOf(info.secret),
        algorithm: textOf(info.algo),
        type: textOf(entry.type),
        digits: textOf(info.digits),
        period: textOf(info.period),
        counter: textOf(info.counter),
      });
    }),
  );
}

/** Reads a 2FAS backup without a password. */
export function readTwoFas(json: Json): Imported {
  if (typeof json.servicesEncrypted === "string" && json.servicesEncrypted !== "")
    return encrypted("make the backup without a password");
  return withTokens(
    objectsIn(json.services).map((service) => {
      const otp = isObject(service.otp) ? service.otp : {};
      return token({
        service: textOf(service.name) || textOf(otp.issuer),
        accountName: textOf(otp.account) || textOf(otp.label),
        secret: textOf(service.secret),
        algorithm: textOf(otp.algorithm),
        type: textOf(otp.tokenType),
        digits: textOf(otp.digits),
        period: textOf(otp.period),
        counter: textOf(otp.counter),
      });
    }),
  );
}

export const encrypted = (help: string): Imported => ({
  ...nothing(),
  faults: [{ where: "the file", message: `It is encrypted: ${help}` }],
});

function withTokens(tokens: readonly OtpauthToken[]): Imported {
  const imported = nothing();
  for (const [index, { service, accountName, secret, problem }] of tokens.entries()) {
    const name = [service, accountName].filter((part) => part !== "").join(", ");
    if (problem) addFault(imported, `token ${index + 1}${name && ` (${name})`}`, problem);
    else imported.twoFactor.push({ service: service || accountName, accountName: accountName || service, secret });
  }
  return imported;
}

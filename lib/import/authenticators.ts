import { addFault, type Imported, isObject, type Json, nothing, objectsIn, textOf } from "./item";
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
      return tokenOf({
        service: textOf(entry.issuer),
        accountName: textOf(entry.name),
        secret: textOf(info.secret),
        algorithm: textOf(info.algo),
        type: textOf(entry.type),
        digits: textOf(info.digits),
        period: textOf(info.period),
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
      return tokenOf({
        service: textOf(service.name) || textOf(otp.issuer),
        accountName: textOf(otp.account) || textOf(otp.label),
        secret: textOf(service.secret),
        algorithm: textOf(otp.algorithm),
        type: textOf(otp.tokenType),
        digits: textOf(otp.digits),
        period: textOf(otp.period),
      });
    }),
  );
}

export const encrypted = (help: string): Imported => ({
  ...nothing(),
  faults: [{ where: "the file", message: `It is encrypted: ${help}` }],
});

type Parts = {
  service: string;
  accountName: string;
  secret: string;
  algorithm: string;
  type: string;
  digits: string;
  period: string;
};

/** Missing parts get the usual values: TOTP, SHA-1, 6 digits, 30 seconds. */
function tokenOf({ service, accountName, secret, algorithm, type, digits, period }: Parts): OtpauthToken {
  const kind = type.toLowerCase() || "totp";
  const read = token({
    service: service || accountName,
    accountName: accountName || service,
    secret,
    algorithm: (algorithm || "SHA1").toUpperCase().replace("-", ""),
    counterBased: kind === "hotp",
    digits: digits || "6",
    period: period || "30",
  });
  return kind === "totp" || kind === "hotp" ? read : { ...read, problem: `Its type ${kind} is not supported` };
}

function withTokens(tokens: readonly OtpauthToken[]): Imported {
  const imported = nothing();
  for (const [index, { service, accountName, secret, problem }] of tokens.entries()) {
    const name = [service, accountName].filter((part) => part !== "").join(", ");
    if (problem) addFault(imported, `token ${index + 1}${name && ` (${name})`}`, problem);
    else imported.twoFactor.push({ service: service || accountName, accountName: accountName || service, secret });
  }
  return imported;
}

import { algorithmName, type TokenSecret } from "../../crypto/tokens/token-kind";

/**
 * A token as an otpauth:// link (https://github.com/google/google-authenticator/wiki/Key-Uri-Format; `steam` as Aegis
 * and Bitwarden write it). All of its parts are said, whether usual or not, since not every program has the same usual
 * ones. `counter` is that of the next code.
 */
export function otpauthLink(
  { service, accountName, counter }: { service: string; accountName: string; counter: number },
  { secret, type, algorithm, digits, period }: TokenSecret,
): string {
  const parameters = {
    secret,
    issuer: service,
    algorithm: algorithmName(algorithm),
    // Steam's codes have letters, and no program takes their number from a link.
    ...(type !== "steam" && { digits: String(digits) }),
    ...(period !== null && { period: String(period) }),
    ...(type === "hotp" && { counter: String(counter) }),
  };
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(accountName)}`;
  // In a query, + means a space to some programs and itself to others.
  return `otpauth://${type}/${label}?${new URLSearchParams(parameters).toString().replaceAll("+", "%20")}`;
}

import { readMigration } from "./otpauth-migration";

/** What a link or QR code holds; `problem` says why the vault can't take it. `secret` is what the API takes: base32 in a link of its own. */
export type OtpauthToken = { service: string; accountName: string; secret: string; problem?: string };

/** Every token in a text of links, one or more a line; a Google Authenticator export holds several. */
export function readOtpauth(text: string): OtpauthToken[] {
  return (text.match(/otpauth(?:-migration)?:\/\/\S+/gi) ?? []).flatMap((link) => (/^otpauth-migration:/i.test(link) ? readMigration(link) : [readLink(link)]));
}

function readLink(link: string): OtpauthToken {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return { service: "", accountName: "", secret: "", problem: "This is not a readable otpauth:// link" };
  }
  const { searchParams: given } = url;
  const label = decode(url.pathname.replace(/^\//, ""));
  const colon = label.indexOf(":");
  const service = given.get("issuer")?.trim() || (colon > 0 ? label.slice(0, colon).trim() : "");
  const accountName = label.slice(colon + 1).trim();
  const algorithm = given.get("algorithm")?.toUpperCase().replace("-", "") ?? "SHA1";
  const secret = given.get("secret") ?? "";
  return token({ service: service || accountName, accountName: accountName || service, secret, algorithm, counterBased: url.hostname.toLowerCase() !== "totp", digits: given.get("digits") ?? "6", period: given.get("period") ?? "30" });
}

export type TokenParts = { service: string; accountName: string; secret: string; algorithm: string; counterBased: boolean; digits: string; period: string };

/** Says early what the server would refuse; what it would take goes on as a link that names the algorithm. */
export function token({ service, accountName, secret, algorithm, counterBased, digits, period }: TokenParts): OtpauthToken {
  const problem = counterBased
    ? "Counter-based tokens (HOTP) can’t be kept here"
    : !["SHA1", "SHA256", "SHA512"].includes(algorithm)
      ? `Its algorithm ${algorithm} can’t be used here`
      : digits !== "6"
        ? `Its codes have ${digits} digits; only 6 can be used here`
        : period !== "30"
          ? `Its period is ${period} s; only 30 s can be used here`
          : secret === ""
            ? "It holds no secret"
            : undefined;
  return { service, accountName, secret: `otpauth://totp/token?${new URLSearchParams({ secret, algorithm })}`, ...(problem && { problem }) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

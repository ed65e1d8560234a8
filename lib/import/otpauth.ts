import { readMigration } from "./otpauth-migration";
import { type OtpauthToken, token } from "./otpauth-token";

/** Every token in a text of links, one or more per line. A Google Authenticator export holds several. */
export function readOtpauth(text: string): OtpauthToken[] {
  return (text.match(/otpauth(?:-migration)?:\/\/\S+/gi) ?? []).flatMap((link) =>
    /^otpauth-migration:/i.test(link) ? readMigration(link) : [readLink(link)],
  );
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
  return token({
    service: service || accountName,
    accountName: accountName || service,
    secret,
    algorithm,
    counterBased: url.hostname.toLowerCase() !== "totp",
    digits: given.get("digits") ?? "6",
    period: given.get("period") ?? "30",
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

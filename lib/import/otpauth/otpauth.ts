import { readMigration } from "./otpauth-migration";
import { type OtpauthToken, token } from "./otpauth-token";

/**
 * Every token in a text of links, one or more per line: each ends with its line or before the next one, since some programs
 * write a name's spaces as they are.
 */
export const readOtpauth = (text: string): OtpauthToken[] =>
  text.split(/[\r\n\u2028\u2029]|\s(?=(?:otpauth(?:-migration)?|steam):\/\/)/i).flatMap((part) => {
    const start = part.search(/(?:otpauth(?:-migration)?|steam):\/\//i);
    return start < 0 ? [] : readOneLink(part.slice(start).trimEnd());
  });

/**
 * The tokens of one link: a Google Authenticator export holds several. `steam://` and a secret is how Bitwarden writes
 * Steam's.
 */
export const readOneLink = (link: string): OtpauthToken[] =>
  /^otpauth-migration:/i.test(link)
    ? readMigration(link)
    : [/^steam:/i.test(link) ? steamToken(link.slice("steam://".length)) : readLink(link)];

const steamToken = (secret: string): OtpauthToken =>
  token({
    service: "Steam",
    accountName: "",
    secret,
    type: "steam",
    algorithm: "",
    digits: "",
    period: "",
    counter: "",
  });

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
  return token({
    service,
    accountName,
    secret: given.get("secret") ?? "",
    // KeePassXC writes Steam's tokens like this.
    type: given.get("encoder")?.toLowerCase() === "steam" ? "steam" : url.hostname,
    algorithm: given.get("algorithm") ?? "",
    digits: given.get("digits") ?? "",
    period: given.get("period") ?? "",
    counter: given.get("counter") ?? "",
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

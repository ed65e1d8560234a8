import { readMigration } from "./otpauth-migration";
import { type OtpauthToken, token } from "./otpauth-token";

/**
 * Every token in a text of links, one or more per line: each ends with its line or before the next one, since some programs
 * write a name's spaces as they are.
 */
export const readOtpauth = (text: string): OtpauthToken[] =>
  text.split(/[\r\n\u2028\u2029]|\s(?=(?:otpauth(?:-migration)?|steam):\/\/)/i).flatMap((part) => {
    const start = part.search(/(?:otpauth(?:-migration)?|steam):\/\//i);
    return start < 0 ? [] : readOneLink(part.slice(start));
  });

const nextParameter = /&(?=(?:secret|issuer|algorithm|digits|period|counter|encoder|image)=)/i;

/**
 * The link that a text begins with, without what is noted after it. Some programs write spaces of names as they are, so
 * it ends at the first one after the last parameter; an issuer that comes last is taken whole.
 */
function linkIn(text: string): string {
  const [line = ""] = text.split("\t", 1);
  const query = line.indexOf("?");
  if (query < 0) return /^steam:/i.test(line) ? upToSpace(line) : line.trimEnd();
  const parameters = line.slice(query + 1).split(nextParameter);
  const last = parameters.pop() ?? "";
  const ending = /^issuer=/i.test(last) ? last.trimEnd() : upToSpace(last);
  return `${line.slice(0, query)}?${[...parameters, ending].join("&")}`;
}

const upToSpace = (text: string): string => text.split(/\s/, 1)[0] ?? "";

/**
 * The tokens of the link that a text begins with: a Google Authenticator export holds several. `steam://` and a secret is how Bitwarden writes
 * Steam's.
 */
export function readOneLink(text: string): OtpauthToken[] {
  const link = linkIn(text);
  return /^otpauth-migration:/i.test(link)
    ? readMigration(link)
    : [/^steam:/i.test(link) ? steamToken(link.slice("steam://".length)) : readLink(link)];
}

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

import { readOtpauth } from "@/lib/import/otpauth/otpauth";
import type { OtpauthToken } from "@/lib/import/otpauth/otpauth-token";

/** A text's tokens, and the lines without one, for the user to check. Blank lines count as neither. */
export function readLinkLines(text: string): { tokens: OtpauthToken[]; unread: string[] } {
  const tokens: OtpauthToken[] = [];
  const unread: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    // What can't be read has neither a name nor a secret.
    const own = readOtpauth(line).filter(({ service, secret }) => service !== "" || secret !== "");
    tokens.push(...own);
    if (own.length === 0 && line.trim() !== "") unread.push(line);
  }
  return { tokens, unread };
}

/** The message about lines that stay in the box; none if all were read. */
export function unreadText(unread: number, found: number): string | undefined {
  if (unread === 0) return undefined;
  if (found === 0) return "There is no otpauth:// link in this text";
  return unread === 1
    ? "This line holds no readable otpauth:// link. The others were read"
    : `These ${unread} lines hold no readable otpauth:// link. The others were read`;
}

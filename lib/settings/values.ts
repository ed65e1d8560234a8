import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback } from "../loopback";
import { isPlainLine } from "../plain-text";

/** The kinds of values that settings have, each with what its refusal says. */

export const flag = (initial: boolean) =>
  z
    .enum(["true", "false"], "must be true or false")
    .default(initial ? "true" : "false")
    .transform((text) => text === "true");
/** Addresses and ranges (10.0.0.0/8), separated by commas. */
export const addressRanges = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((range) => range.trim())
      .filter((range) => range !== ""),
  )
  .refine(
    (ranges) => ranges.every(isAddressRange),
    "must list addresses or ranges such as 10.0.0.0/8, separated by commas",
  )
  .default([]);

function isAddressRange(range: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32));
}

/** An integer in digits only: Number() reads " " as 0 and accepts 0x50 and 1e3. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
export const fromOne = (max: number) => wholeNumber(1, max);
export const atLeastOne = (initial: number, max: number) => fromOne(max).default(initial);
export const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as https://vault.example.com" });

export const isDatabaseUrl = (text: string) =>
  /^file:./.test(text) || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text));

/** The issuer receives tokens and the client secret: only over TLS, or on this machine. */
export const oidcIssuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  return (
    (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) &&
    !search &&
    !hash &&
    !username &&
    !password
  );
}, "must be an https address without query, such as https://login.example.com (http only for this machine itself)");

/** The model receives entry names and its key: never unencrypted beyond this machine. Without a trailing slash. */
export const aiBaseUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://api.openai.com/v1", abort: true })
  .refine((url) => new URL(url).protocol === "https:" || isLoopback(new URL(url).hostname), {
    error: "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)",
    abort: true,
  })
  .refine((url) => new URL(url).username + new URL(url).password === "", {
    error: "must not contain a user name or password: put the key into AI_API_KEY",
    abort: true,
  })
  .refine((url) => !/[?#]/.test(url), { error: "must end with its path, such as /v1", abort: true })
  .transform((url) => url.replace(/\/+$/, ""));

/** Beyond this machine, the server has to speak TLS: from the start (smtps), or by STARTTLS (smtp). */
export const smtpUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  return (
    ["smtp:", "smtps:"].includes(protocol) &&
    hostname !== "" &&
    ["", "/"].includes(pathname) &&
    !search &&
    !hash &&
    (username === "") === (password === "") &&
    [username, password].every(isPercentEncoded)
  );
}, "must be smtps://user:password@host:465 or smtp://user:password@host:587 (special characters in the password percent-encoded; without user and password if the server asks for none)");

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The name and the address of `vault@example.com` or `Vault <vault@example.com>`. */
export function senderOf(text: string): { name: string; address: string } {
  const open = text.indexOf("<");
  if (open === -1 || !text.endsWith(">")) return { name: "", address: text };
  return { name: text.slice(0, open).trim(), address: text.slice(open + 1, -1) };
}

export const mailFrom = z
  .string()
  .trim()
  .refine(
    (text) => isPlainLine(text) && z.email().safeParse(senderOf(text).address).success,
    "must be an e-mail address, such as vault@example.com or Vault <vault@example.com>",
  );

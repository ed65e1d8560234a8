import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { bodyBytesMaxPublic, inBinaryUnits } from "../contracts/contract";
import { AppError } from "../errors";
import { asAppError } from "../http/answer/error-response";
import { isCrossOrigin } from "../http/gate/same-origin";
import { runtime } from "../runtime";
import { hasBody } from "./request/node-request";

/** NextAuth's paths with the methods and conditions under which it answers. Everything else under /api/auth is ours. */
const rows: readonly [pattern: RegExp, methods: readonly string[], isOn?: () => boolean][] = [
  [/^\/api\/auth\/(csrf|providers|error)$/, ["GET", "HEAD"]],
  [/^\/api\/auth\/session$/, ["GET", "HEAD"]],
  [/^\/api\/auth\/signin(\/credentials)?$/, ["GET", "HEAD", "POST"]],
  [/^\/api\/auth\/callback\/(credentials|passkey)$/, ["POST"]],
  // No HEAD: the callback spends the provider's code.
  [/^\/api\/auth\/signin\/oidc$/, ["POST"], hasOidc],
  [/^\/api\/auth\/callback\/oidc$/, ["GET"], hasOidc],
  [/^\/api\/auth\/callback\/second-step$/, ["POST"], hasOidc],
  [/^\/api\/auth\/signout$/, ["POST"]],
];

function hasOidc(): boolean {
  return runtime().settings.AUTH_OIDC_ISSUER !== undefined;
}

const rowOf = (pathname: string) => rows.find(([pattern, , isOn]) => pattern.test(pathname) && (isOn?.() ?? true));

export const isNextAuthPath = (pathname: string): boolean => rowOf(pathname) !== undefined;

/**
 * Answers in the API's format what NextAuth would answer in its own (other methods) or with a 500 (bodies that are not
 * small forms, invalid return addresses).
 */
export function refuseNextAuth(incoming: IncomingMessage, pathname: string): AppError | null {
  const methods = rowOf(pathname)?.[1] ?? [];
  if (!methods.includes(incoming.method ?? ""))
    return new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: methods.join(", ") } });
  // As for the API's anonymous calls: no page on another site may sign anybody in or out.
  if (
    isCrossOrigin(
      { method: incoming.method ?? "", headers: { get: (name) => incoming.headers[name]?.toString() ?? null } },
      runtime().settings.NEXTAUTH_URL,
    )
  )
    return new AppError("CROSS_ORIGIN");
  const { searchParams } = new URL(incoming.url ?? "/", base);
  const returnAddresses = [...searchParams.getAll("callbackUrl"), ...cookieValues(incoming.headers.cookie ?? "")];
  if (!returnAddresses.every(isHttpUrl))
    return new AppError("VALIDATION_ERROR", { message: "callbackUrl, in the query or its cookie, is not a URL" });
  if (!hasBody(incoming)) return null;
  const contentType = incoming.headers["content-type"] ?? "";
  if (
    !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType) ||
    incoming.headers["content-encoding"] !== undefined
  ) {
    return new AppError("UNSUPPORTED_MEDIA_TYPE", {
      message: "Send the form uncompressed, with Content-Type: application/x-www-form-urlencoded",
    });
  }
  const length = incoming.headers["content-length"];
  if (length === undefined) return new AppError("VALIDATION_ERROR", { message: "Send the form with a Content-Length" });
  return Number(length) > bodyBytesMaxPublic
    ? new AppError("BODY_TOO_LARGE", { message: `The form is too large: at most ${inBinaryUnits(bodyBytesMaxPublic)}` })
    : null;
}

/** Without its database NextAuth would treat a session as ended and clear its cookie. */
export async function refuseWithoutDatabase(): Promise<AppError | null> {
  try {
    await runtime().db.keyCheck.findFirst({ select: { keyId: true } });
    return null;
  } catch (error) {
    return asAppError(error, { requestId: randomUUID(), contract: "next-auth" });
  }
}

const base = "http://vault.invalid";

/** The values that NextAuth accepts as a return address; an empty one counts as none. */
const isHttpUrl = (text: string): boolean =>
  text === "" ||
  (URL.canParse(text, text.startsWith("/") ? base : undefined) && /^https?:$/.test(new URL(text, base).protocol));

/** The return address that NextAuth keeps in a cookie, decoded as Next does. */
function cookieValues(header: string): string[] {
  return [...header.matchAll(/(?:^|;)[ \t]*(?:__Host-)?next-auth\.callback-url=([^;]*)/g)].map(([, text = ""]) => {
    try {
      return decodeURIComponent(text.trim());
    } catch {
      return "";
    }
  });
}

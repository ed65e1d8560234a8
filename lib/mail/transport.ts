import { senderOf, type Settings } from "../env";
import { isLoopback } from "../loopback";
import { runtime } from "../runtime";
import type { Letter } from "./letter";
import { htmlOf } from "./letter-html";
import { textOf } from "./letter-text";

/** What came of an attempt. `refused`: this mail will never be taken; `failed`: it may be, later. */
export type Outcome = { state: "sent" } | { state: "refused" | "failed"; code: string };

/** From the look-up of the server's name to its answer to the whole mail (ms). */
const attemptMsMax = 30_000;

/**
 * How the server is reached. Beyond this machine it must speak TLS and show a valid certificate, so that nobody on the
 * way reads the login or a link. To this machine nothing is on the way, and servers there rarely have a certificate.
 */
export function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const isNear = !secure && isLoopback(hostname);
  return {
    host,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isNear,
    tls: { rejectUnauthorized: !isNear },
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    // No part of a mail is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: attemptMsMax,
    greetingTimeout: attemptMsMax,
    socketTimeout: attemptMsMax,
  };
}

/** Sends a mail once, over a connection of its own. `id`: the same at every attempt. Never rejects. */
export async function sendLetter(
  { id, to, letter }: { id: string; to: string; letter: Letter },
  signal?: AbortSignal,
): Promise<Outcome> {
  const { SMTP_URL, MAIL_FROM } = runtime().settings as Settings & { SMTP_URL: string; MAIL_FROM: string };
  const from = senderOf(MAIL_FROM);
  const late = AbortSignal.timeout(attemptMsMax);
  try {
    // Loaded with the first mail: most vaults send none.
    const { createTransport } = await import("nodemailer");
    await createTransport(optionsOf(SMTP_URL)).sendMail({
      from,
      to: { name: "", address: to },
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter),
      messageId: `<${id}@${from.address.split("@").at(-1)}>`,
      // No answering machine writes back (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
      signal: signal ? AbortSignal.any([late, signal]) : late,
    });
    return { state: "sent" };
  } catch (error) {
    return outcomeOf(error as SmtpError);
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/**
 * Only what the server says for good about the recipient or the mail itself (RFC 5321, 4.2.1) ends the attempts. A
 * login or sender that it refuses is the operator's to mend.
 */
function outcomeOf({ code = "UNKNOWN", responseCode = 0, command = "" }: SmtpError): Outcome {
  const isForGood = responseCode >= 500 && ["RCPT TO", "DATA"].includes(command);
  return { state: isForGood ? "refused" : "failed", code: responseCode > 0 ? `${code} ${responseCode}` : code };
}

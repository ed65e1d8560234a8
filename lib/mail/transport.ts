import { senderOf, type Settings } from "../env";
import { runtime } from "../runtime";
import type { Letter } from "./letter";
import { htmlOf } from "./letter-html";
import { textOf } from "./letter-text";
import { attemptMsMax, codeOf, optionsOf, type SmtpError } from "./server";

/** What came of an attempt. `refused`: this e-mail will never be taken; `failed`: it may be, later. */
export type Outcome = { state: "sent" } | { state: "refused" | "failed"; code: string };

/** Sends an e-mail once, over a connection of its own. `id`: the same at every attempt. Never rejects. */
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
    // That it was ended after that time is said as what it is, and not as what ended it.
    return late.aborted ? { state: "failed", code: "ETIMEDOUT" } : outcomeOf(error as SmtpError);
  }
}

/**
 * Only what the server says for good about the recipient or the e-mail itself (RFC 5321, 4.2.1) ends the attempts. A
 * login or sender that it refuses is the operator's to mend.
 */
function outcomeOf(error: SmtpError): Outcome {
  const { responseCode = 0, command = "" } = error;
  const isForGood = responseCode >= 500 && ["RCPT TO", "DATA"].includes(command);
  return { state: isForGood ? "refused" : "failed", code: codeOf(error) };
}

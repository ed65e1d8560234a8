import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it came. `raw`: with its headers, before anything is decoded. */
export type Mail = { to: string[]; from: string; subject: string; text: string; html: string; raw: string };

/** `take`: decides about each mail, before the server answers; throws what the server answers. */
export type MailServerOptions = Omit<SMTPServerOptions, "onData"> & {
  take?: (mail: Mail, number: number) => Promise<void> | void;
};

export const login = { user: "vault@example.com", pass: "not-a-real-pass:word" };
const encodedLogin = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`;

/** An error with the code that the server answers. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/**
 * A real mail server on this machine, which asks for a login and speaks TLS: from the start if `secure`, or by STARTTLS.
 * Without Vitest, since browser tests use it too.
 */
export async function openMailServer({ take, secure = false, ...options }: MailServerOptions = {}) {
  const mails: Mail[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    secure,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === login.user && password === login.pass
        ? done(null, { user: "vault" })
        : done(refusal(535, "Wrong login")),
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          ...read(Buffer.concat(chunks).toString()),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        const answer = async () => {
          await take?.(mail, mails.length + 1);
          mails.push(mail);
          for (const look of waiting.splice(0)) look();
        };
        answer().then(
          () => done(),
          (error: Error) => done(error),
        );
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const scheme = secure ? "smtps" : "smtp";
  return {
    port,
    mails,
    close,
    url: `${scheme}://${encodedLogin}@localhost:${port}`,
    env: { SMTP_URL: `${scheme}://${encodedLogin}@localhost:${port}`, MAIL_FROM: "The vault <vault@example.com>" },
    /** The mails to an address, once there are so many. */
    async got(to: string, count = 1): Promise<Mail[]> {
      for (;;) {
        const found = mails.filter((mail) => mail.to.includes(to));
        if (found.length >= count) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** The token behind the # of the mail's link. */
export const tokenIn = ({ text }: Pick<Mail, "text">): string => /#(\S+)/.exec(text)?.[1] ?? "";

function read(raw: string): Pick<Mail, "subject" | "text" | "html" | "raw"> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const parts = raw.split(`--${boundary}`);
  const part = (type: string) => decoded(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? "");
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1] ?? "";
  return { raw, subject: words(subject), text: part("text/plain"), html: part("text/html") };
}

function decoded(part: string): string {
  const at = part.indexOf("\r\n\r\n");
  const [head, body] = [part.slice(0, at), part.slice(at + 4)];
  if (head.includes("base64")) return Buffer.from(body, "base64").toString();
  return head.includes("quoted-printable") ? unquoted(body.replace(/=\r\n/g, "")) : body;
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** Encoded words (RFC 2047). */
const words = (text: string): string =>
  text
    .replace(/\?=\r\n =\?/g, "?= =?")
    .replace(/\r\n /g, " ")
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=\s?/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B" ? Buffer.from(word, "base64").toString() : unquoted(word.replaceAll("_", " ")),
    );

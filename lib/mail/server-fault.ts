import { codeOf, optionsOf, type SmtpError } from "./server";

/** An operator waits for this: for all of it, however slowly the server goes on answering (ms). */
const tryMsMax = 10_000;

/**
 * Connects and signs in as for an e-mail, and sends none. Returns the fault's code, or null if all is well. A login is tried
 * even if the server offers none, as it is for an e-mail.
 */
export async function mailServerFault(url: string, milliseconds = tryMsMax): Promise<string | null> {
  // nodemailer's own check can't be ended while the server sends a byte now and then.
  const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
  const { auth, ...options } = optionsOf(url, milliseconds);
  const connection = new SmtpConnection(options);
  return new Promise((resolve) => {
    const close = (fault: string | null) => {
      resolve(fault);
      connection.close();
    };
    const timer = setTimeout(() => close("ETIMEDOUT"), milliseconds);
    const failed = (error: SmtpError) => close(codeOf(error));
    connection.on("error", failed);
    connection.once("end", () => {
      clearTimeout(timer);
      resolve("ECONNECTION");
    });
    const leave = () => {
      resolve(null);
      // Whatever it answers, the timer ends the connection.
      connection.quit();
    };
    connection.connect((error) => {
      if (error) return failed(error);
      if (!auth) return leave();
      connection.login(auth, (error) => (error ? failed(error) : leave()));
    });
  });
}

import { onTestFinished } from "vitest";
import { type MailServer, type MailServerOptions, openMailServer } from "./mail-server";

/** A mail server of one test. */
export async function aMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  onTestFinished(server.close);
  return server;
}

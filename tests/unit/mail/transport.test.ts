import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { optionsOf } from "@/lib/mail/server";
import { mailServerFault } from "@/lib/mail/server-fault";
import { sendLetter } from "@/lib/mail/transport";
import { aMailServer } from "../../support/servers/a-mail-server";
import { refusal } from "../../support/servers/mail-server";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

const letter = { subject: "A letter", heading: "A letter", paragraphs: [], closing: [] };

describe("the mail server of a setting", () => {
  test.each([
    ["smtps://mail.example.com", { host: "mail.example.com", port: 465, secure: true, requireTLS: false }, true],
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, requireTLS: true }, true],
    ["smtp://[2001:db8::1]:2525", { host: "2001:db8::1", port: 2525, secure: false, requireTLS: true }, true],
    ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, secure: false, requireTLS: false }, false],
    ["smtps://localhost", { host: "localhost", port: 465, secure: true, requireTLS: false }, true],
  ])("%s: TLS with a valid certificate, unless it is this machine", (url, expected, rejectUnauthorized) => {
    expect(optionsOf(url)).toMatchObject({ ...expected, tls: { rejectUnauthorized } });
    expect(optionsOf(url)).not.toHaveProperty("auth");
  });

  test("that can't be used has a fault whose code tells why; one that can has none, and gets no mail", async () => {
    const [starting, overTls] = [await aMailServer(), await aMailServer({ secure: true })];
    const locked = await aMailServer({ onAuth: (_auth, _session, done) => done(refusal(535, "Wrong login")) });
    const gone = await aMailServer();
    await gone.close();
    expect([await mailServerFault(starting.url), starting.mails]).toEqual([null, []]);
    expect(await mailServerFault(gone.url)).toBe("ECONNREFUSED");
    expect(await mailServerFault(overTls.url)).toMatch(/CERT/);
    expect(await mailServerFault(starting.url.replace("smtp:", "smtps:"))).toBe("ERR_SSL_WRONG_VERSION_NUMBER");
    expect(await mailServerFault(locked.url)).toBe("EAUTH 535");
  });

  test("that has a login in the setting, but takes none, is no server that one could sign in to", async () => {
    const open = await aMailServer({ authOptional: true, disabledCommands: ["AUTH"] });
    expect(await mailServerFault(open.url)).toMatch(/^EAUTH 50\d$/);
    const { host } = new URL(open.url);
    expect(await mailServerFault(`smtp://${host}`)).toBeNull();
    // Nobody has to sign in because others may.
    const both = await aMailServer({ authOptional: true });
    expect(await mailServerFault(`smtp://${new URL(both.url).host}`)).toBeNull();
  });

  test("that has a login in the setting, but takes none, gets no mail either", async () => {
    const own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
    try {
      const open = await aMailServer({ authOptional: true, disabledCommands: ["AUTH"] });
      const send = (env: object) => {
        Object.assign(own.settings, open.env, env);
        return sendLetter({ id: randomUUID(), to: "ada@example.com", letter });
      };
      const { host } = new URL(open.url);
      expect([await send({}), open.mails]).toEqual([
        { state: "failed", code: expect.stringMatching(/^EAUTH 50\d$/) },
        [],
      ]);
      expect(await send({ SMTP_URL: `smtp://${host}` })).toEqual({ state: "sent" });
    } finally {
      await own.close();
    }
  });

  test("that answers a little at a time, without end, has timed out after all that time, and is left", async () => {
    let dripping: NodeJS.Timeout | undefined;
    const closed: Promise<unknown>[] = [];
    const server = createServer((socket: Socket) => {
      closed.push(once(socket, "close"));
      socket.on("error", () => {});
      socket.write("220 ready\r\n");
      socket.once("data", () => (dripping = setInterval(() => socket.write("250-more\r\n"), 20)));
    }).listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      expect(await mailServerFault(`smtp://127.0.0.1:${port}`, 200)).toBe("ETIMEDOUT");
      clearInterval(dripping);
      await closed[0];
    } finally {
      clearInterval(dripping);
      server.close();
    }
  });

  test("gets the login as it was before it was percent-encoded", () => {
    expect(optionsOf("smtps://vault%40example.com:not%2Freal%3A@mail.example.com").auth).toEqual({
      user: "vault@example.com",
      pass: "not/real:",
    });
  });
});

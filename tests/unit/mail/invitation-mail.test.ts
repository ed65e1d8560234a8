import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { deliver, leaseMs } from "@/lib/mail/deliver";
import { createInvitation, deleteInvitation } from "@/lib/services/teams/invitations";
import { createTeam } from "@/lib/services/teams/teams";
import { aMailServer } from "../../support/servers/a-mail-server";
import { sessionCaller } from "../../support/callers/request-facts";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

/** The mail of an invitation, which waits. */
async function aMailedInvitation() {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const { userId } = await aServiceVault(own);
  const ctx = { caller: sessionCaller({ userId, sessionId: "session" }) };
  const { id: teamId } = await createTeam(ctx, { name: "Payments" });
  const email = `${teamId}@example.com`;
  const invited = { role: "reader", expiresInHours: 1, email } as const;
  const { id: invitationId } = await createInvitation(ctx, teamId, invited, "https://vault.example.com");
  const { id } = await own.db.mail.findFirstOrThrow({ where: { userId: teamId } });
  const isWaiting = async () => (await own.db.mail.count({ where: { id } })) === 1;
  return { server, id, email, isWaiting, withdraw: () => deleteInvitation(ctx, teamId, invitationId) };
}

test("an invitation's mail stays in the queue while the database can't say whether the invitation stands", async () => {
  const { server, id, email, isWaiting } = await aMailedInvitation();
  vi.spyOn(own.db.invitation, "findUnique").mockRejectedValueOnce(new Error("the database is away"));
  // Whether the worker or the mail's own row learns of it is the same to the mail.
  await Promise.allSettled([deliver(id, { now: Date.now })]);
  expect([await isWaiting(), server.mails]).toEqual([true, []]);
  await deliver(id, { now: () => Date.now() + leaseMs });
  expect([await isWaiting(), server.mails.map(({ to }) => to)]).toEqual([false, [[email]]]);
});

test("it is dropped once the invitation was withdrawn", async () => {
  const { server, id, isWaiting, withdraw } = await aMailedInvitation();
  await withdraw();
  await deliver(id, { now: Date.now });
  expect([await isWaiting(), server.mails]).toEqual([false, []]);
});

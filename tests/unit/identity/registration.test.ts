import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { register } from "@/lib/identity/accounts/account";
import { log } from "@/lib/log";
import { createInvitation } from "@/lib/services/teams/invitations";
import { createTeam } from "@/lib/services/teams/teams";
import { requestFacts } from "../../support/callers/request-facts";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

test("an account that was made by an invitation is told as made, even if its attempt can't be refunded, which is logged", async () => {
  const { userId } = await aServiceVault(own);
  const caller: SessionCaller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  const { id: teamId } = await createTeam({ caller }, { name: "Payments" });
  const invited = { role: "reader", expiresInHours: 1 } as const;
  const { url } = await createInvitation({ caller }, teamId, invited, "https://vault.example.com");
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "_refuse" BEFORE UPDATE ON "LoginThrottle" WHEN new.failures < old.failures BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  );
  const faults = vi.spyOn(log, "error").mockImplementation(() => {});
  const email = `${randomUUID()}@example.com`;
  const body = { email, password: "four unrelated words here", invitation: new URL(url).hash.slice(1) };
  expect(await register(body, requestFacts())).toMatchObject({ email });
  expect(faults.mock.calls).toEqual([[expect.objectContaining({ event: "attempt-not-refunded" })]]);
  expect(JSON.stringify(faults.mock.calls)).not.toContain("refused by the test");
  expect(await own.db.membership.count({ where: { teamId } })).toBe(2);
});

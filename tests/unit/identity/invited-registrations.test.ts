import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { register } from "@/lib/identity/accounts/account";
import { countAttempt } from "@/lib/identity/throttle/throttle";
import { invitedTarget } from "@/lib/identity/throttle/throttle-targets";
import { addUser } from "@/lib/identity/accounts/users";
import { createInvitation } from "@/lib/services/teams/invitations";
import { createTeam } from "@/lib/services/teams/teams";
import { requestFacts, sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const password = "not-a-real-password";
const anEmail = () => `${randomUUID()}@example.com`;

test("of registrations with an invitation an address may make 20 times as many, and no more: anybody can make a team", async () => {
  const userId = await addUser({ email: anEmail(), name: null, password });
  const ctx = { caller: sessionCaller({ userId, sessionId: randomUUID() }) };
  const { id: teamId } = await createTeam(ctx, { name: "Payments" });
  const join = async (address: string) => {
    const wanted = { role: "reader", projects: null, environments: null, expiresInHours: 1 } as const;
    const { url } = await createInvitation(ctx, teamId, wanted, "https://vault.example");
    return register({ email: anEmail(), password, invitation: url.split("#")[1] }, requestFacts({ address }));
  };
  const [office, elsewhere] = ["192.0.2.81", "192.0.2.82"];
  const most = 20 * own.settings.AUTH_ADDRESS_FAILURES_MAX;
  for (let made = 1; made < most; made += 1) await countAttempt(invitedTarget(office));
  await join(office);
  await expect(join(office)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  await join(elsewhere);
  expect(await own.db.membership.count({ where: { teamId } })).toBe(3);
});

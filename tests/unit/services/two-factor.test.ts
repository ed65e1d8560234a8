import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/services/two-factor";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { expectedCode } from "../../support/totp";

const secret = "JBSWY3DPEHPK3PXP";
let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("only in the last five of a period's thirty seconds can the next code be requested", async () => {
  const user = await own.db.user.create({ data: { id: randomUUID(), email: "ada@example.com" } });
  const caller = { kind: "session", userId: user.id, sessionId: randomUUID(), provenAt: new Date() } as const;
  const { id } = await createTwoFactorToken({ caller }, { service: "GitHub", accountName: "ada", secret });
  const periodStart = 1_700_000_010;
  for (let second = periodStart; second < periodStart + 30; second++) {
    const { code, remainingSeconds } = expectedCode(secret, second);
    const alone = { id, service: "GitHub", accountName: "ada", code, remainingSeconds };
    expect(await revealTwoFactorCode({ caller }, id, { at: second * 1000 })).toEqual(alone);
    const next = remainingSeconds <= 5 ? { nextCode: expectedCode(secret, second + 30).code } : {};
    expect(await revealTwoFactorCode({ caller }, id, { at: second * 1000, withNext: true })).toEqual({
      ...alone,
      ...next,
    });
  }
});

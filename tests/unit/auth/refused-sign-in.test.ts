import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flushRecords } from "@/lib/auth/activity/record-after-reply";
import { recordRefusedSignIn } from "@/lib/auth/credentials/refused-sign-in";
import type { SignInMethod } from "@/lib/contracts/people/account";
import { requestFacts } from "../../support/callers/request-facts";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("an account's activity tells of 60 refused sign-ins of each kind an hour, and of no more that anybody may cause", async () => {
  const [mine, other] = [await aServiceVault(own), await aServiceVault(own)];
  const refuse = (userId: string, method: SignInMethod, times: number) => {
    const user = { id: userId, name: null, email: `${randomUUID()}@example.com` };
    for (let at = 0; at < times; at += 1) recordRefusedSignIn({ user, method, request: requestFacts() });
  };
  refuse(mine.userId, "passkey", 100);
  // Nobody hides guesses at the password behind those.
  refuse(mine.userId, "password", 2);
  refuse(other.userId, "passkey", 1);
  await flushRecords();
  const told = async (userId: string) => {
    const rows = await own.db.activity.findMany({ where: { userId, action: "session.sign-in", outcome: "refused" } });
    const methods = rows.map(({ objectName }) => objectName);
    return ["passkey", "password"].map((method) => methods.filter((name) => name === method).length);
  };
  expect([await told(mine.userId), await told(other.userId)]).toEqual([
    [60, 2],
    [1, 0],
  ]);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountTarget, addressTarget, countGuess, type Target, type Verdict } from "@/lib/auth/throttle";
import { openOwnRuntime } from "../../support/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const aTarget = () => accountTarget(`${randomUUID()}@example.com`);

/** How many of so many guesses, sent at once, were let through. */
async function letThrough(times: number, target: Target, verdict: Verdict): Promise<number> {
  let ran = 0;
  const guess = () =>
    countGuess([target], async () => {
      ran += 1;
      return { verdict, value: null };
    });
  const results = await Promise.allSettled(Array.from({ length: times }, guess));
  for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  return ran;
}

test.each([0, 1, 4])("of forty wrong guesses at once, after %i before, no more than five in all are let through", async (before) => {
  const target = aTarget();
  for (let at = 0; at < before; at += 1) await letThrough(1, target, "wrong");
  expect(before + (await letThrough(40, target, "wrong"))).toBe(5);
});

test("what turned out to be no guess is given back, also when it failed; so is the delay that it began", async () => {
  const target = aTarget();
  for (let at = 0; at < 4; at += 1) await letThrough(1, target, "wrong");
  const fault = new Error("the database is away");
  for (let at = 0; at < 3; at += 1) {
    expect(await letThrough(1, target, "undecided")).toBe(1);
    await expect(countGuess([target], () => Promise.reject(fault))).rejects.toBe(fault);
  }
  expect(await letThrough(2, target, "wrong")).toBe(1);
});

test("held back by one target, a guess leaves no mark on the other", async () => {
  const [account, address] = [aTarget(), { ...addressTarget("192.0.2.1"), failuresMax: 2 }];
  await letThrough(5, account, "wrong");
  for (let at = 0; at < 3; at += 1) await expect(countGuess([address, account], async () => ({ verdict: "wrong", value: null }))).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  expect(await letThrough(3, address, "wrong")).toBe(2);
});

test.each([
  ["one subscriber's IPv6 network", "2001:db8:0:1::1", "2001:0db8:0000:0001:ffff::2", true],
  ["IPv4 as IPv6 sockets spell it", "192.0.2.1", "::ffff:192.0.2.1", true],
  ["not: the next network", "2001:db8:0:1::1", "2001:db8:0:2::1", false],
  ["not: the next host of IPv4", "192.0.2.1", "192.0.2.2", false],
  ["one network, spelt short and long", "2001:db8::1", "2001:db8:0:0:1::1", true],
])("addresses count together where they are %s", (_, one, other, together) => {
  expect(addressTarget(one).name === addressTarget(other).name).toBe(together);
});

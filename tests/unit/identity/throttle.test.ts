import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { countAttempt, attempt, resetAttempts, refundAttempt, type Outcome } from "@/lib/identity/throttle/throttle";
import {
  accountTarget,
  addressTarget,
  challengeTarget,
  linkTarget,
  ownChallengeTarget,
  reauthenticationTarget,
  registrationTarget,
  setupTarget,
  type Target,
} from "@/lib/identity/throttle/throttle-targets";
import { metrics } from "@/lib/metrics";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());
afterEach(() => vi.useRealTimers());

const aTarget = () => accountTarget(`${randomUUID()}@example.com`);

/** How many of this many concurrent guesses were let through. */
async function letThrough(times: number, target: Target, outcome: Outcome): Promise<number> {
  let ran = 0;
  const guess = () =>
    attempt([target], async () => {
      ran += 1;
      return { outcome, value: null };
    });
  const results = await Promise.allSettled(Array.from({ length: times }, guess));
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  return ran;
}

test.each([0, 1, 4])(
  "of forty concurrent wrong guesses, after %i before, at most five in all are let through",
  async (before) => {
    const target = aTarget();
    for (let at = 0; at < before; at += 1) await letThrough(1, target, "failure");
    expect(before + (await letThrough(40, target, "failure"))).toBe(5);
  },
);

test("an undecided attempt is refunded, even if it failed, and so is the delay that it started", async () => {
  const target = aTarget();
  for (let at = 0; at < 4; at += 1) await letThrough(1, target, "failure");
  const fault = new Error("the database is away");
  for (let at = 0; at < 3; at += 1) {
    expect(await letThrough(1, target, "undecided")).toBe(1);
    await expect(attempt([target], () => Promise.reject(fault))).rejects.toBe(fault);
  }
  expect(await letThrough(2, target, "failure")).toBe(1);
});

test("an attempt that one target throttles leaves no mark on the other", async () => {
  const [account, address] = [aTarget(), { ...addressTarget("192.0.2.1"), failuresMax: 2 }];
  await letThrough(5, account, "failure");
  for (let at = 0; at < 3; at += 1)
    await expect(attempt([address, account], async () => ({ outcome: "failure", value: null }))).rejects.toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
    });
  expect(await letThrough(3, address, "failure")).toBe(2);
});

test.each([
  ["one subscriber's IPv6 network", "2001:db8:0:1::1", "2001:0db8:0000:0001:ffff::2", true],
  ["IPv4 as IPv6 sockets spell it", "192.0.2.1", "::ffff:192.0.2.1", true],
  ["not: the next network", "2001:db8:0:1::1", "2001:db8:0:2::1", false],
  ["not: the next host of IPv4", "192.0.2.1", "192.0.2.2", false],
  ["one network, spelt short and long", "2001:db8::1", "2001:db8:0:0:1::1", true],
])("addresses count together if they are %s", (_, one, other, together) => {
  expect(addressTarget(one).name === addressTarget(other).name).toBe(together);
});

const second = 1_000;
const minute = 60 * second;

/** One wrong guess now: 0 if it was let through, otherwise the seconds to wait. */
async function guessWrongly(target: Target): Promise<number> {
  try {
    await attempt([target], async () => ({ outcome: "failure", value: null }));
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: "TOO_MANY_ATTEMPTS", status: 429 });
    return Number((error as { headers: Record<string, string> }).headers["Retry-After"]);
  }
}

describe("the delay", () => {
  const start = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

  test("begins with the fifth failure at 30 s, doubles with each, and stays at 15 minutes", async () => {
    start();
    const target = aTarget();
    for (let failure = 1; failure <= 5; failure += 1) expect(await guessWrongly(target)).toBe(0);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900, 900]) {
      expect(await guessWrongly(target)).toBe(seconds);
      pass(seconds * second - 1);
      expect(await guessWrongly(target)).toBe(1);
      pass(1);
      expect(await guessWrongly(target)).toBe(0);
    }
  });

  test("is not longer for a clock that is set back", async () => {
    start();
    const target = aTarget();
    for (let failure = 1; failure <= 5; failure += 1) await guessWrongly(target);
    pass(-60 * minute);
    expect(await guessWrongly(target)).toBe(0);
    expect(await guessWrongly(target)).toBe(60);
  });

  test("is reported in whole seconds, rounded up", async () => {
    start();
    const target = aTarget();
    for (let failure = 1; failure <= 5; failure += 1) await guessWrongly(target);
    pass(500);
    expect(await guessWrongly(target)).toBe(30);
    pass(500);
    expect(await guessWrongly(target)).toBe(29);
  });

  test("is forgotten an hour after the last failure, and not before", async () => {
    start();
    const [before, after] = [aTarget(), aTarget()];
    for (const target of [before, after]) for (let failure = 1; failure <= 4; failure += 1) await guessWrongly(target);
    pass(60 * minute - 1);
    await guessWrongly(before);
    expect(await guessWrongly(before)).toBe(30);
    pass(1);
    await guessWrongly(after);
    expect(await guessWrongly(after)).toBe(0);
  });

  test("of dead links needs 20 times as many, within an hour: a few now and then never add up", async () => {
    start();
    const [steady, quick] = [linkTarget("192.0.2.46"), linkTarget("192.0.2.47")];
    const most = 20 * own.settings.AUTH_ADDRESS_FAILURES_MAX;
    expect([steady.failuresMax, steady.resets]).toEqual([most, false]);
    // As many in each hour as there may be, for two of them, while others open what is there.
    for (let failure = 1; failure <= 2 * most; failure += 1) {
      expect(await guessWrongly(steady)).toBe(0);
      pass((30 * minute) / most);
      await countAttempt(steady);
      await refundAttempt(steady);
      pass((30 * minute) / most);
    }
    // Twice as fast, every second one adds up.
    let asked = 0;
    for (; (await guessWrongly(quick)) === 0; asked += 1) pass((30 * minute) / most);
    expect(Math.abs(asked - 2 * most)).toBeLessThanOrEqual(2);
  });

  test("of dead links fades at once after the clock was set back by a day, and not only once it is as late again", async () => {
    start();
    const target = linkTarget("192.0.2.49");
    const most = target.failuresMax;
    for (let failure = 1; failure < most; failure += 1) expect(await guessWrongly(target)).toBe(0);
    pass(-24 * 60 * minute);
    // Slower than they fade: never too many.
    for (let failure = 1; failure <= most; failure += 1) {
      pass((60 * minute) / most);
      expect(await guessWrongly(target)).toBe(0);
    }
  });

  test("ends with a success for an account; for an address a success refunds only its own attempt", async () => {
    const [account, address] = [aTarget(), { ...addressTarget("192.0.2.44"), failuresMax: 5 }];
    for (const target of [account, address])
      for (let failure = 1; failure <= 4; failure += 1) await guessWrongly(target);
    expect(await attempt([account, address], async () => ({ outcome: "success", value: "let in" }))).toBe("let in");
    for (let failure = 1; failure <= 5; failure += 1) expect(await guessWrongly(account)).toBe(0);
    expect(await guessWrongly(account)).toBeGreaterThan(0);
    expect(await guessWrongly(address)).toBe(0);
    expect(await guessWrongly(address)).toBeGreaterThan(0);
  });

  test("is refunded once the attempt served its purpose; an operator can reset all of it", async () => {
    const target = { ...challengeTarget("192.0.2.45"), failuresMax: 3 };
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await countAttempt(target);
      await refundAttempt(target);
    }
    for (let attempt = 1; attempt <= 3; attempt += 1) await countAttempt(target);
    await expect(countAttempt(target)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    // A count never goes below zero.
    for (let attempt = 1; attempt <= 10; attempt += 1) await refundAttempt(target);
    await resetAttempts(target);
    for (let attempt = 1; attempt <= 3; attempt += 1) await countAttempt(target);
    await expect(countAttempt(target)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  });

  test("that an attempt started which then served its purpose is undone, also if it was the last that was left", async () => {
    const target = { ...challengeTarget("192.0.2.48"), failuresMax: 3 };
    for (let attempt = 1; attempt <= 2; attempt += 1) await countAttempt(target);
    for (let attempt = 1; attempt <= 3; attempt += 1) await (await countAttempt(target))();
    await countAttempt(target);
    await expect(countAttempt(target)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  });

  test("refunds nothing that was never counted", async () => {
    const target = aTarget();
    await guessWrongly(target);
    for (let attempt = 1; attempt <= 3; attempt += 1) await refundAttempt(target);
    for (let failure = 1; failure <= 5; failure += 1) expect(await guessWrongly(target)).toBe(0);
    expect(await guessWrongly(target)).toBe(30);
  });

  test("of all other targets stays if one is reset or refunded", async () => {
    const [one, other] = [aTarget(), aTarget()];
    for (const target of [one, other]) for (let failure = 1; failure <= 5; failure += 1) await guessWrongly(target);
    await refundAttempt(one);
    await resetAttempts(one);
    expect([await guessWrongly(one), await guessWrongly(other)]).toEqual([0, 30]);
    // Only the delay that an undecided guess started is undone for it.
    const third = { ...aTarget(), failuresMax: 1 };
    await attempt([third], async () => ({ outcome: "undecided", value: null }));
    expect([await guessWrongly(third), (await guessWrongly(other)) > 0]).toEqual([0, true]);
  });

  test("stores no name in clear text", async () => {
    await guessWrongly(accountTarget("ada@example.com"));
    const rows = await own.db.loginThrottle.findMany();
    for (const { keyHash } of rows) expect(keyHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a failing database is no throttling, and no attempt passes uncounted", async () => {
    const broken = vi.spyOn(own.db.loginThrottle, "create").mockRejectedValue(new Error("the database is away"));
    const work = vi.fn();
    await expect(attempt([aTarget()], work)).rejects.toThrow("the database is away");
    expect(work).not.toHaveBeenCalled();
    broken.mockRestore();
  });
});

test("wrong and throttled attempts are counted in the metrics; right ones are not", async () => {
  const counts = async () =>
    Object.fromEntries(
      (await metrics.failedLogins.get()).values.map(({ labels, value }) => [labels.reason, value]),
    ) as Record<string, number>;
  const before = await counts();
  const target = aTarget();
  for (let failure = 1; failure <= 7; failure += 1) await guessWrongly(target);
  await letThrough(3, aTarget(), "success");
  await letThrough(3, aTarget(), "undecided");
  const after = await counts();
  expect([after["wrong"]! - (before["wrong"] ?? 0), after["throttled"]! - (before["throttled"] ?? 0)]).toEqual([5, 2]);
});

test("an account counts the same however its address is spelt; second steps, addresses, challenges, registrations and set-ups have their own counts", () => {
  expect(accountTarget(" Ada@Example.com ")).toEqual(accountTarget("ada@example.com"));
  const targets = [
    accountTarget("x"),
    reauthenticationTarget("x"),
    addressTarget("x"),
    challengeTarget("x"),
    registrationTarget("x"),
    setupTarget("x"),
    ownChallengeTarget("x"),
  ];
  expect(new Set(targets.map(({ name }) => name)).size).toBe(7);
  expect(targets.map(({ failuresMax, resets }) => [failuresMax, resets])).toEqual([
    [5, true],
    [5, true],
    [own.settings.AUTH_ADDRESS_FAILURES_MAX, false],
    [own.settings.AUTH_ADDRESS_FAILURES_MAX, false],
    [own.settings.AUTH_ADDRESS_FAILURES_MAX, false],
    [5, false],
    [20, false],
  ]);
  for (const name of ["account", "proof", "address", "challenge", "registration", "setup", "own challenge"])
    expect(targets.map((target) => target.name)).toContain(`${name} x`);
});

test.each([
  ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
  ["2001:0DB8::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:db8:0:1:2:3:4::", "2001:db8:0:1::/64"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect([addressTarget(address).name, challengeTarget(address).name]).toEqual([
    `address ${network}`,
    `challenge ${network}`,
  ]);
});

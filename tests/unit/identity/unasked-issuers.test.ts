import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { countedExchange } from "@/lib/identity/throttle/guess-count";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const [office, elsewhere] = ["192.0.2.91", "192.0.2.92"];

/** How many of the exchanges were begun and refused, until the address has to wait. */
async function refusedUntilThrottled(address: string, isDown: boolean): Promise<number> {
  for (let refused = 0; refused < 1_000; refused += 1)
    try {
      await countedExchange(address, async (noGuess) => {
        if (isDown) await noGuess();
        throw new AppError("TOKEN_REFUSED");
      });
    } catch (error) {
      if (error instanceof AppError && error.code === "TOO_MANY_ATTEMPTS") return refused;
      expect(error).toMatchObject({ code: "TOKEN_REFUSED" });
    }
  throw new Error("It was never throttled.");
}

test("an address may send 20 times as many tokens whose issuer can't be asked as wrong ones, and no more: each leaves a record", async () => {
  const most = own.settings.AUTH_ADDRESS_FAILURES_MAX;
  expect(await refusedUntilThrottled(office, true)).toBe(20 * most);
  // Neither count is the other's.
  expect(await refusedUntilThrottled(office, false)).toBe(most);
  expect(await refusedUntilThrottled(elsewhere, false)).toBe(most);
});

import { beginSecondFactor, confirmSecondFactor } from "@/lib/contracts/people/second-factor";
import type { Actor } from "../callers/actors";
import { expectedCode } from "./totp";

/** A code that is not valid anywhere near now. */
export const wrongCode = (secret: string): string => String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, "0");

/** The code of the time step that many steps from now, from an implementation that is not the product's. */
export const codeAt = (secret: string, steps = 0): string =>
  expectedCode(secret, Math.floor(Date.now() / 1000) + steps * 30).code;

/** A code that signs in after `turnOnSecondFactor`: the current step is spent, the next one is valid. */
export const freshCode = (secret: string): string => codeAt(secret, 1);

/** Turns a user's second factor on with the code of the current step, which is spent by that. */
export async function turnOnSecondFactor(
  session: Pick<Actor, "call">,
): Promise<{ secret: string; recoveryCodes: string[]; spentCode: string }> {
  const { secret } = await session.call(beginSecondFactor);
  const spentCode = codeAt(secret);
  const { recoveryCodes } = await session.call(confirmSecondFactor, { body: { code: spentCode } });
  return { secret, recoveryCodes, spentCode };
}

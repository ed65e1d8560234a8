import { AppError, type ErrorCode } from "../../errors";
import { countAttempt } from "./throttle";
import { exchangeTarget, linkTarget, type Target, unaskedTarget } from "./throttle-targets";

/**
 * Opens a link, and counts it against the network address if there is none. Throws LINK_NOT_FOUND as `open` does, and
 * TOO_MANY_ATTEMPTS, with nothing opened, from an address that tries many.
 */
export const countedOpening = <T>(address: string, open: () => Promise<T>): Promise<T> =>
  countingGuesses(linkTarget(address), "LINK_NOT_FOUND", open);

/**
 * The same for an ID token that is exchanged: TOKEN_REFUSED is what counts. `exchange` calls `noGuess` before it refuses
 * because the issuer can't be asked. That has a count of its own, and `noGuess` throws once it is too much.
 */
export function countedExchange<T>(
  address: string,
  exchange: (noGuess: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return countingGuesses(exchangeTarget(address), "TOKEN_REFUSED", (noGuess) =>
    exchange(async () => {
      noGuess();
      await countAttempt(unaskedTarget(address));
    }),
  );
}

async function countingGuesses<T>(
  target: Target,
  missed: ErrorCode,
  work: (noGuess: () => void) => Promise<T>,
): Promise<T> {
  // Counted first, so that concurrent guesses can't outrun the count.
  const refund = await countAttempt(target);
  let isGuess = false;
  let mayBeGuess = true;
  const noGuess = () => {
    mayBeGuess = false;
  };
  try {
    return await work(noGuess);
  } catch (error) {
    isGuess = mayBeGuess && error instanceof AppError && error.code === missed;
    throw error;
  } finally {
    if (!isGuess) await refund();
  }
}

import { AppError } from "../errors";
import { countAttempt, linkTarget, refundAttempt } from "./throttle";

/**
 * Opens a link, and counts it against the network address if there is none. Throws LINK_NOT_FOUND as `open` does, and
 * TOO_MANY_ATTEMPTS, with nothing opened, from an address that tries many.
 */
export async function countedOpening<T>(address: string, open: () => Promise<T>): Promise<T> {
  const target = linkTarget(address);
  // Counted first, so that concurrent guesses can't outrun the count.
  await countAttempt(target);
  let isGuess = false;
  try {
    return await open();
  } catch (error) {
    isGuess = error instanceof AppError && error.code === "LINK_NOT_FOUND";
    throw error;
  } finally {
    if (!isGuess) await refundAttempt(target);
  }
}

import { ApiError, unavailable } from "./api-error";
import { NetworkError } from "./call";
import { describeError } from "./describe-error";

/** Whether a write that failed may have been done: no answer came, or the vault or what stands before it broke off. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

/** Longer than this, nobody waits to read why it failed. */
const refreshMilliseconds = 3_000;

/**
 * What to show for a failed write that nobody should repeat blindly, as the first one may have been done. In that case
 * `refresh` asks for what would show it, before anything is said, and `advice` tells where to look; any other error is
 * returned as it is.
 */
export async function afterLostAnswer(
  error: unknown,
  advice: string,
  refresh: () => Promise<unknown>,
): Promise<unknown> {
  if (!mayBeDone(error)) return error;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const longEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, refreshMilliseconds);
  });
  await Promise.race([refresh().catch(() => undefined), longEnough]);
  clearTimeout(timer);
  return unavailable({ message: `${whatFailed(error)} ${advice}`, cause: error });
}

/** Without the advice to try again, which is what may make a second one. */
export const whatFailed = (error: unknown): string =>
  error instanceof NetworkError ? "The vault can't be reached: check the connection." : describeError(error).message;

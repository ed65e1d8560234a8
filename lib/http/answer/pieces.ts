import { asAppError } from "./error-response";

/** Breaks off when its reader loses the right to read. */
export async function* whileStanding(pieces: AsyncIterable<string>, look: () => Promise<void>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await look();
    yield piece;
  }
}

/** The answer has begun, so its reader sees only that it breaks off: the log says why. */
export async function* loggingFaults(
  pieces: AsyncIterable<string>,
  told: { requestId: string; contract: string },
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (thrown) {
    throw asAppError(thrown, told);
  }
}

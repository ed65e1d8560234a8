import { isUnavailable } from "../failures";
import { findLastDone } from "../queries/maintenance/tasks";
import type { SqlReader } from "../sql";

/**
 * Runs independent jobs: `run` remembers the first error and continues; `end` throws it. Nothing goes on while the
 * database is away.
 */
export function separately(reads: SqlReader) {
  let failure: { error: unknown } | undefined;
  return {
    /** Resolves to undefined if it failed. */
    async run<R>(work: () => Promise<R>): Promise<R | undefined> {
      try {
        return await work();
      } catch (error) {
        failure ??= { error };
        // It may have lasted too long, or lost against another: whether the database answers shows with the next question.
        if (isUnavailable(error)) await reads.get(findLastDone, { name: "none" });
        return undefined;
      }
    },
    end(): void {
      if (failure) throw failure.error;
    },
  };
}

import type { Precondition } from "../contracts/precondition";
import { AppError, type CurrentState } from "../errors";

/** Beside every other change of a row, in the same statement. */
export const nextVersion = { increment: 1 } as const;

/**
 * The part of a write's own condition that keeps it to the versions it is meant for: so the database decides in the
 * statement itself, and of two at once one finds nothing left to change.
 */
export const meantFor = ({ ifMatch }: Precondition = {}): { version?: { in: number[] } } =>
  ifMatch === undefined || ifMatch === "*" ? {} : { version: { in: [...ifMatch] } };

/** The same of a row that is held, or of none. */
export function holds({ ifMatch, ifNoneMatch }: Precondition, version: number | undefined): boolean {
  if (version === undefined) return ifMatch === undefined;
  return ifNoneMatch === undefined && (ifMatch === undefined || ifMatch === "*" || ifMatch.includes(version));
}

export const changedMeanwhile = ({ id, version }: CurrentState = { id: null, version: null }): AppError =>
  new AppError("CHANGED_MEANWHILE", {
    current: { id, version },
    ...(id === null ? { message: "It is not there any more, so nothing was written" } : {}),
  });

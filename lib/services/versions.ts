import type { Precondition } from "../contracts/precondition";
import { AppError, type CurrentState } from "../errors";

/** Part of every change of a row, in the same statement. */
export const nextVersion = { increment: 1 } as const;

/**
 * The part of a write's condition that limits it to the given versions. The database checks it in the statement itself,
 * so that of two concurrent writes one finds nothing left to change.
 */
export const meantFor = ({ ifMatch }: Precondition = {}): { version?: { in: number[] } } =>
  ifMatch === undefined || ifMatch === "*" ? {} : { version: { in: [...ifMatch] } };

/** The same check for a row that is locked, or missing (undefined). */
export function holds({ ifMatch, ifNoneMatch }: Precondition, version: number | undefined): boolean {
  if (version === undefined) return ifMatch === undefined;
  return ifNoneMatch === undefined && (ifMatch === undefined || ifMatch === "*" || ifMatch.includes(version));
}

export const changedMeanwhile = ({ id, version }: CurrentState = { id: null, version: null }): AppError =>
  new AppError("CHANGED_MEANWHILE", {
    details: { id, version },
    ...(id === null ? { message: "It no longer exists, so nothing was written" } : {}),
  });

export const holdsOther = ({ id, version }: CurrentState): AppError =>
  new AppError("CHANGED_MEANWHILE", {
    details: { id, version },
    message: "It now contains other things, or other versions of them, so nothing was deleted",
  });

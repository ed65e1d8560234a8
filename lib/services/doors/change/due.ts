import { instant } from "../../../db/instants";
import { dayMs } from "../../../durations";

/** When a value that was written at `at` is to be replaced; null if never. */
export const rotationAt = (rotateEveryDays: number | null, at: Date): Date | null =>
  rotateEveryDays === null ? null : new Date(at.getTime() + rotateEveryDays * dayMs);

type Dates = { rotateEveryDays?: unknown; valueAt?: unknown };

/** Whether a change of an entry sets after how many days its value is to be replaced. */
export const changesRotation = (table: string, changes: object): boolean =>
  table === "KeyEntry" && (changes as Dates).rotateEveryDays !== undefined;

/**
 * When the value of an entry is to be replaced, of a row that is held: after a change of the days, of the value, or of
 * both.
 */
export function nextRotation(
  standing: { rotateEveryDays: number | null; valueAt: Date | null; createdAt: Date },
  changes: object,
): { rotateAt?: Date | null } {
  const { rotateEveryDays, valueAt } = changes as Dates;
  if (rotateEveryDays === undefined && valueAt === undefined) return {};
  const days = rotateEveryDays === undefined ? standing.rotateEveryDays : (rotateEveryDays as number | null);
  const at = (valueAt as Date | undefined) ?? standing.valueAt ?? standing.createdAt;
  return { rotateAt: rotationAt(days, new Date(instant(at))) };
}

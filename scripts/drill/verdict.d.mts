import type { Tally } from "./load.mjs";

export function median(numbers: number[]): number;
export function reasonsToFail(run: {
  tally: Tally;
  lost: number;
  unrecorded: number;
  pauses: number[];
  isUpgrade: boolean;
}): string[];

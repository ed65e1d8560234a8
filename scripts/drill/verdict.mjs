// Whether a drill has passed.

/** The part of the planned writes, and of the planned reveals, that must be done for a run to say anything. */
const donePartMin = 0.5;
const pauseSecondsMax = 15;

export const median = (numbers) => numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Why a run has failed, in words; empty if it has passed. `lost` and `unrecorded` are numbers, `pauses` are in seconds. While
 * machines break, some requests fail. While vaults are exchanged (`isUpgrade`), none does, and none may be left out.
 */
export function reasonsToFail({ tally, lost, unrecorded, pauses, isUpgrade }) {
  const { planned, written, changed, revealed, wrong, refused, unanswered, notSent } = tally;
  const isTooFew = (done, plannedCount) => done === 0 || done < plannedCount * donePartMin;
  const share = (done, plannedCount) => `${done} of ${plannedCount}`;
  const writes = written.length + changed;
  const failed = refused + unanswered + notSent;
  return [
    lost > 0 && `${lost} acknowledged writes are lost`,
    unrecorded > 0 && `${unrecorded} reveals have no record`,
    wrong.length > 0 && `${wrong.length} answers are wrong`,
    pauses.length === 0 && "nothing was broken or exchanged",
    isTooFew(writes, planned.writes) && `only ${share(writes, planned.writes)} planned writes were acknowledged`,
    isTooFew(revealed.length, planned.reveals) &&
      `only ${share(revealed.length, planned.reveals)} planned reveals were answered`,
    isUpgrade && failed > 0 && `${failed} requests were refused, left out or not answered`,
    !isUpgrade &&
      median(pauses) > pauseSecondsMax &&
      `the median of the pauses is ${median(pauses).toFixed(1)} seconds, more than ${pauseSecondsMax}`,
  ].filter((reason) => reason !== false);
}

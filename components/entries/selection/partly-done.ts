import { describeError } from "@/lib/client/http/describe-error";
import { isChangedMeanwhile } from "@/lib/client/http/precondition";
import type { Outcome } from "@/lib/client/in-turn";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryCount } from "./entry-count";

const changedMeanwhile = (count: number): string =>
  count > 1
    ? `${count} of the others were changed in another tab or by someone else after you opened them here, so nothing was done to them. Close this dialog to see how they are now, or press the button again to go ahead with what you have here.`
    : "One of the others was changed in another tab or by someone else after you opened it here, so nothing was done to it. Close this dialog to see how it is now, or press the button again to go ahead with what you have here.";

/**
 * What a dialog says if some were not done: how far it came, why it stopped, and that the rest can be tried again. A second
 * try takes these as they are now, so those that others changed since `before` are told whatever stopped it.
 */
export function partlyDone(
  { done, failed, reason }: Outcome<ListedEntry>,
  wereDone: string,
  before: readonly ListedEntry[],
): string {
  const versions = new Map(before.map(({ id, version }) => [id, version]));
  const changed = failed.filter(({ id, version }) => versions.get(id) !== version).length;
  const isRefused = isChangedMeanwhile(reason);
  const [count, of] = [done.length, done.length + failed.length];
  return [
    ...(count > 0 ? [`${entryCount(count)} of ${of} ${count === 1 ? "was" : "were"} ${wereDone}.`] : []),
    ...(isRefused ? [] : [describeError(reason).message]),
    ...(isRefused || changed > 0 ? [changedMeanwhile(changed)] : []),
  ].join(" ");
}

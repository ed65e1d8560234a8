import { describeError } from "@/lib/client/http/describe-error";
import { isChangedMeanwhile } from "@/lib/client/http/precondition";
import type { Outcome } from "@/lib/client/in-turn";
import { entryCount } from "./entry-count";

const changedMeanwhile =
  "One of the others was changed in another tab or by someone else after you opened it here, so nothing was done to it. Close this dialog to see how it is now, or press the button again to go ahead with what you have here.";

/** What a dialog says if some were not done: how far it came, why it stopped, and that the rest can be tried again. */
export const partlyDone = ({ done, failed, reason }: Outcome<unknown>, wereDone: string): string =>
  `${done.length === 0 ? "" : `${entryCount(done.length)} of ${done.length + failed.length} ${done.length === 1 ? "was" : "were"} ${wereDone}. `}${isChangedMeanwhile(reason) ? changedMeanwhile : describeError(reason).message}`;

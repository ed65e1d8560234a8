import { describeError } from "@/lib/client/http/describe-error";
import type { Outcome } from "@/lib/client/in-turn";
import { entryCount } from "./entry-count";

/** What a dialog says if some were not done: how far it came, why it stopped, and that the rest can be tried again. */
export const partlyDone = ({ done, failed, reason }: Outcome<unknown>, wereDone: string): string =>
  `${done.length === 0 ? "" : `${entryCount(done.length)} of ${done.length + failed.length} ${done.length === 1 ? "was" : "were"} ${wereDone}. `}${describeError(reason).message}`;

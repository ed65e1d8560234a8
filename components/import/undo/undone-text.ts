import { describeError } from "@/lib/client/http/describe-error";
import type { Reason } from "./take-back";
import type { Kept, Undone } from "./undo-import";

const namedMax = 5;
const named = (things: readonly Kept[]): string => {
  const names = things.slice(0, namedMax).map(({ name }) => name);
  const more = things.length - names.length;
  return more > 0 ? `${names.join(", ")}, and ${more} more` : names.join(", ");
};
const sentences: Record<Reason, (names: string) => string> = {
  changed: (names) => `Changed since, and left as it is: ${names}.`,
  former: (names) => `Its former value isn’t kept, so that the imported one stays: ${names}.`,
  bounds: (names) => `Your role can’t delete it: ${names}.`,
  used: (names) => `Still in use: ${names}.`,
};

/** What to say of it. Not everything was taken back unless it is `whole`. */
export function undoneText({ kept, left, reason }: Undone, count: number): { text: string; whole: boolean } {
  const stays = (["changed", "former", "bounds", "used"] as const).flatMap((why) => {
    const these = kept.filter((thing) => thing.why === why);
    return these.length === 0 ? [] : [sentences[why](named(these))];
  });
  if (left.length > 0) {
    const begin = `${count - left.length} of ${count} items of the import were handled.`;
    return { text: [begin, ...stays, describeError(reason).message].join(" "), whole: false };
  }
  if (stays.length === 0) return { text: "The import was undone", whole: true };
  return { text: ["The import was undone, but not all of it.", ...stays].join(" "), whole: false };
}

import { countText } from "@/lib/client/words/count-text";

/** "1 entry", "12 entries". */
export const entryCount = (count: number): string => (count === 1 ? "1 entry" : `${countText(count)} entries`);

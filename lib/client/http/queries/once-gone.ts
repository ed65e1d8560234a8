import type { QueryClient } from "@tanstack/react-query";
import { onRefusal } from "../call";
import { goneText } from "../gone";

/**
 * Once something turns out to be gone, the refusal says what that means, and what is shown is refetched: a list still
 * offers it. Except what is being fetched, or failed: that may be the very thing that is gone, and would be refetched
 * endlessly.
 */
export const tellAndAskOnceGone = (client: QueryClient): void =>
  onRefusal((refusal) => {
    const text = goneText(refusal.code);
    if (text === undefined) return;
    refusal.message = text;
    void client.invalidateQueries({
      predicate: ({ state }) => state.fetchStatus === "idle" && state.status === "success",
    });
  });

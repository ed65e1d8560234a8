import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CallOptions } from "../../http/call";
import { onlyAt } from "../../http/precondition";
import { ApiError } from "../../http/api-error";

const changedMeanwhile =
  "This was changed in another tab or by someone else after you opened it here, so nothing was done. Close this dialog to see how it is now, or press the button again to go ahead with what you have here.";

/**
 * Binds a dialog's write to the version it was opened with, so that it can't overwrite somebody else's change. After a
 * refusal the user has been told; pressing the button again then means the current version.
 */
export function useShownVersion(
  shown: { version: number } | undefined,
): <T>(write: (options: CallOptions) => Promise<T>) => Promise<T> {
  const queryClient = useQueryClient();
  const version = useRef(shown?.version);
  return async (write) => {
    try {
      return await write(version.current === undefined ? {} : onlyAt(version.current));
    } catch (error) {
      if (error instanceof ApiError && error.code === "CHANGED_MEANWHILE") {
        version.current = error.current?.version ?? version.current;
        // Refresh what the dialog covers.
        void queryClient.invalidateQueries();
        throw new ApiError(error.code, error.status, { message: changedMeanwhile, cause: error });
      }
      throw error;
    }
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CallOptions } from "../http/call";
import { onlyAt } from "../http/precondition";
import { ApiError } from "../http/api-error";

const changedMeanwhile =
  "This was changed in another tab or by someone else after you opened it here, so nothing was done. Close this dialog to see how it is now, or press the button again to go ahead with what you have here.";

/**
 * Keeps a dialog's write to the version that it was opened with, whatever is fetched behind it: nobody's save is lost to
 * it. Once it was refused, its reader has been told so; who presses the button again means what is there now.
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
        // What stands behind the dialog is how it is now.
        void queryClient.invalidateQueries();
        throw new ApiError(error.code, error.status, { message: changedMeanwhile, cause: error });
      }
      throw error;
    }
  };
}

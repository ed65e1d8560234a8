import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { toast } from "./toast";

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === "AUTH_REQUIRED";

/**
 * Tells whoever left a form before the vault answered what failed. Not that the session has ended: sign-in says so, and
 * a toast would wait behind it until that is no longer true.
 */
export function tellLeft(what: string, error: unknown, message: string = describeError(error).message): void {
  if (!isSignedOut(error)) toast.error(`${what}: ${message}`);
}

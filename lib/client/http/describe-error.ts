import { NetworkError } from "./call";
import { ApiError } from "./api-error";

export type DescribedError = {
  kind: "offline" | "not-loaded" | "signed-out" | "refused" | "unknown";
  title: string;
  message: string;
  /** Whether the same request may succeed when sent again. */
  retryable: boolean;
};

/** A text with its full stop: of the API's messages, the last sentence has none. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What went wrong in words for a person, and whether trying again makes sense. Never shows an unknown error's text: it may hold data. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof NetworkError)
    return { kind: "offline", title: "No answer from the vault", message: sentence(error.message), retryable: true };
  if (error instanceof Error && error.name === "ChunkLoadError")
    return {
      kind: "not-loaded",
      title: "This part could not be loaded",
      message:
        "Check your connection and try again. After an upgrade of the vault, reload the page. Unsaved changes will be lost.",
      retryable: true,
    };
  if (!(error instanceof ApiError))
    return {
      kind: "unknown",
      title: "Something went wrong",
      message: "Try again, or reload the page if that does not help.",
      retryable: true,
    };
  if (error.code === "AUTH_REQUIRED")
    return { kind: "signed-out", title: "Your session has ended", message: "Sign in to continue.", retryable: false };
  const waitSeconds = Number(error.headers["Retry-After"]);
  const wait =
    waitSeconds > 0
      ? ` Try again in ${waitSeconds < 120 ? `${waitSeconds} s` : `${Math.ceil(waitSeconds / 60)} min`}.`
      : "";
  if (error.code === "TOO_MANY_ATTEMPTS")
    return { kind: "refused", title: "Too many attempts", message: `Wait a moment.${wait}`, retryable: true };
  if (error.code === "TOO_MANY_REQUESTS")
    return {
      kind: "refused",
      title: "Too many requests",
      message: `This account sent too many requests, perhaps from a script.${wait}`,
      retryable: true,
    };
  return {
    kind: "refused",
    title: error.status >= 500 ? "The vault has a problem" : "That didn’t work",
    message: sentence(error.message),
    retryable: error.status >= 500,
  };
}

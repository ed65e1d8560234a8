"use client";

import { CircleAlert, CloudOff, RotateCw } from "lucide-react";
import { signInPath } from "@/lib/client/session/sign-in/sign-in-path";
import { describeError } from "@/lib/client/http/describe-error";
import { Button } from "../buttons/button";
import { buttonStyle } from "../buttons/button-style";
import { cn } from "../class-names";

/**
 * Shown instead of what could not be loaded. Takes any error; `NetworkError` and `ApiError` have their own messages.
 */
export function ErrorState({
  error,
  onRetry,
  title,
  className,
}: {
  error: unknown;
  onRetry?: () => unknown;
  title?: string;
  className?: string;
}) {
  const described = describeError(error);
  const Icon = described.kind === "offline" ? CloudOff : CircleAlert;
  return (
    <div role="alert" className={cn("flex flex-col items-center px-6 py-12 text-center", className)}>
      <div aria-hidden className="mb-3 grid size-10 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <Icon className="size-5" />
      </div>
      <p className="text-base font-semibold">{title ?? described.title}</p>
      <p className="mt-1 max-w-sm text-sm text-balance text-muted">{described.message}</p>
      {described.kind === "signed-out" ? (
        <a href={signInPath()} className={buttonStyle({ variant: "primary", className: "mt-4" })}>
          Sign in
        </a>
      ) : (
        onRetry &&
        described.retryable && (
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button icon={<RotateCw />} onClick={() => void onRetry()}>
              Try again
            </Button>
            {described.kind === "not-loaded" && (
              <Button onClick={() => window.location.reload()}>Reload the page</Button>
            )}
          </div>
        )
      )}
    </div>
  );
}

/** Whoever sent a long form from its end would otherwise see nothing happen. */
const intoView = (note: HTMLElement | null) => {
  if (note?.closest("form, dialog")) note.scrollIntoView({ block: "nearest" });
};

/** A one-line error for forms and dialogs: an error, or a message. */
export function ErrorNote({ error, className }: { error: unknown; className?: string }) {
  const { message, kind } = typeof error === "string" ? { message: error, kind: "refused" } : describeError(error);
  return (
    <p
      role="alert"
      ref={intoView}
      className={cn(
        "flex scroll-my-24 items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink",
        className,
      )}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {message}{" "}
        {kind === "signed-out" && (
          <a href={signInPath()} className="font-medium underline">
            Sign in
          </a>
        )}
      </span>
    </p>
  );
}

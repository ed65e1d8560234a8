"use client";

import { buttonStyle } from "@/components/ui/buttons/button-style";

/**
 * A rendering error. Its message may contain data, so it is not shown. Every page loads this component, so its buttons
 * are plain.
 */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center p-6 text-center">
      <h1 className="text-xl">Something went wrong</h1>
      <p className="mt-1 max-w-sm text-sm text-muted">
        Try again. If that does not help, reload the page to see what is stored.
      </p>
      <div className="mt-5 flex gap-2">
        <button type="button" onClick={reset} className={buttonStyle({ variant: "primary" })}>
          Try again
        </button>
        <button type="button" onClick={() => window.location.reload()} className={buttonStyle()}>
          Reload
        </button>
      </div>
    </main>
  );
}

"use client";

import { Button } from "@/components/ui/button";

/** A fault in rendering. Its text may hold data, so it is not shown. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center p-6 text-center">
      <h1 className="text-xl">This page ran into a fault</h1>
      <p className="mt-1 max-w-sm text-sm text-muted">Nothing in the vault was changed by it. Draw the page again, or reload it if that does not help.</p>
      <div className="mt-5 flex gap-2">
        <Button variant="primary" onClick={reset}>Try again</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </main>
  );
}

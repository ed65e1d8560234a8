import type { ReactNode } from "react";
import { Brand } from "@/components/layout/brand";
import { Dial } from "./dial";

/** Form on one side, the dial on the other where there is room. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div data-frame className="grid min-h-dvh lg:grid-cols-[minmax(28rem,2fr)_3fr]">
      <main className="flex flex-col bg-surface px-5 py-6 sm:px-10">
        <Brand />
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">{children}</div>
        {/* Room for two lines, which it has on a phone until the font is there: the form above must not move. */}
        <p className="min-h-9 content-end text-xs text-muted">
          Self-hosted. Every value is encrypted before it is stored.
        </p>
      </main>
      <div aria-hidden className="relative hidden overflow-hidden border-l border-line bg-rail lg:block">
        <Dial className="absolute top-1/2 left-1/2 size-[min(110vh,52rem)] -translate-1/2 text-accent" />
      </div>
    </div>
  );
}

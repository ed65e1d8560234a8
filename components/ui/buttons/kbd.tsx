import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-surface px-1 font-mono text-2xs text-muted">
      {children}
    </kbd>
  );
}

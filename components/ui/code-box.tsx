import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";

/** A text to select, and the button beside it. `long`: several lines rather than a secret. */
export function CodeBox({
  label,
  long = false,
  button,
  ...code
}: Omit<ComponentProps<"code">, "className"> & { label: string; long?: boolean; button: ReactNode }) {
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
      <code
        tabIndex={0}
        aria-label={label}
        className={cn(
          "min-w-0 flex-1 rounded-sm font-mono break-all",
          long ? "py-1.5 text-xs whitespace-pre-wrap" : "self-center py-1 text-sm select-all",
        )}
        {...code}
      />
      {button}
    </div>
  );
}

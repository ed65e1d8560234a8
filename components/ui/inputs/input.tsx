import type { ComponentProps, ReactNode } from "react";
import { cn } from "../class-names";

/** Shared by inputs and selects. */
export const controlStyle =
  "w-full min-w-0 rounded-md border border-edge bg-surface text-ink transition-colors hover:border-ink/60 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted";

export type InputProps = ComponentProps<"input"> & { mono?: boolean };

/** `mono` for names, keys and codes: no autocorrection, no capitals. */
export function Input({ mono = false, className, ...rest }: InputProps) {
  return (
    <input
      className={cn(controlStyle, "h-control px-2.5 text-base read-only:bg-sunken", mono && "font-mono", className)}
      {...(mono ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {})}
      {...rest}
    />
  );
}

/** An input with something at its start or end, such as a search icon or a reveal button. */
export function InputGroup({ start, end, children }: { start?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <div className={cn("relative w-full", start ? "[&_input]:pl-8" : "", end ? "[&_input]:pr-11" : "")}>
      {start && (
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-8 place-items-center text-muted [&_svg]:size-4">
          {start}
        </span>
      )}
      {children}
      {end && <span className="absolute inset-y-0 right-0 flex items-center">{end}</span>}
    </div>
  );
}

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./class-names";
import { controlStyle } from "./input";

/** The native select: right on every device, without script. `active`: it leaves something out at the moment. */
export function Select({
  active = false,
  className,
  children,
  ...rest
}: ComponentProps<"select"> & { active?: boolean | undefined }) {
  return (
    <span className={cn("relative block", className)}>
      <select
        className={cn(
          controlStyle,
          "h-control appearance-none pr-8 pl-2.5 text-base",
          active && "border-accent-ink! bg-accent-soft! font-medium text-accent-ink!",
        )}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted" />
    </span>
  );
}

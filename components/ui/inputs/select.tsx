import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../class-names";
import { controlStyle } from "./input";

/**
 * The native select: right on every device, without script. `active`: it leaves something out at the moment. `compact`: a
 * control rather than a field, as wide as its choice.
 */
export function Select({
  active = false,
  compact = false,
  className,
  children,
  ...rest
}: ComponentProps<"select"> & { active?: boolean | undefined; compact?: boolean }) {
  return (
    <span className={cn("relative block", className)}>
      <select
        className={cn(
          controlStyle,
          "h-control appearance-none text-ellipsis",
          compact ? "field-sizing-content pr-6 pl-2 text-sm" : "pr-8 pl-2.5 text-base",
          active && "border-accent-ink! bg-accent-soft! font-medium text-accent-ink!",
        )}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={cn(
          "pointer-events-none absolute inset-y-0 my-auto size-4 text-muted",
          compact ? "right-1" : "right-2.5",
        )}
      />
    </span>
  );
}

/** Choices of a select: each value, and what people call it. */
export const Options = ({ of }: { of: readonly (readonly [value: string, label: string])[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

"use client";

import { useId, type ReactNode } from "react";
import { cn } from "../class-names";

export type SegmentedFilterProps<V extends string> = {
  label: string;
  /** Undefined while it is not known yet. */
  value: V | undefined;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; count?: number }[];
  className?: string;
};

/** A choice of few visible options: radio buttons, so the keyboard works as expected. */
export function SegmentedFilter<V extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedFilterProps<V>) {
  const name = useId();
  return (
    <fieldset className={cn("min-w-0", className)}>
      <legend className="sr-only">{label}</legend>
      <div className="inline-flex max-w-full overflow-x-auto rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex h-[calc(var(--control)-4px)] cursor-pointer items-center justify-center gap-1.5 pointer-coarse:min-w-11 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:ring-1 has-checked:ring-edge/55 has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-x-0 -inset-y-0.5 cursor-pointer opacity-0"
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
            />
            {option.label}
            {option.count !== undefined && <span className="text-xs text-muted">{option.count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

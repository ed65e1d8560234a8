import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "../class-names";

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; description?: ReactNode };

/** The label is part of the target, 44 px high under a finger. */
export function Checkbox({ label, description, className, id, ...rest }: CheckboxProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={cn("relative flex min-h-control items-start gap-2.5 py-1.5", className)}>
      <input
        id={inputId}
        type="checkbox"
        className="relative z-1 mt-0.5 size-4 shrink-0 cursor-pointer"
        aria-describedby={description ? `${inputId}-about` : undefined}
        {...rest}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={inputId} className="block cursor-pointer text-sm font-medium after:absolute after:inset-0">
          {label}
        </label>
        {description && (
          <p id={`${inputId}-about`} className="text-xs text-muted">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}

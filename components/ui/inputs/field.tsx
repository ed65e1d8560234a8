import { useId, type ReactNode } from "react";
import { cn } from "../class-names";

/** The props for the control inside a field; spread them onto it. */
type FieldControl = { id: string; "aria-describedby"?: string; "aria-invalid"?: true; "aria-required"?: true };

export type FieldProps = {
  label: ReactNode;
  description?: ReactNode;
  /** A message from the validator or the server. */
  error?: string | undefined;
  required?: boolean;
  optional?: boolean;
  /** Visually hidden, where the context makes it clear. */
  labelHidden?: boolean;
  /** An element at the end of the label's line, such as a generator button. */
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, description and error, tied together for assistive technology. */
export function Field({
  label,
  description,
  error,
  required,
  optional,
  labelHidden,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-about`].filter(Boolean).join(" ");
  return (
    <div className={cn("min-w-0", className)}>
      <div className={cn("mb-1 flex items-center justify-between gap-2", labelHidden && !aside && "sr-only")}>
        <label htmlFor={id} className={cn("min-w-0 text-sm font-medium wrap-anywhere", labelHidden && "sr-only")}>
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {aside && <div className="flex shrink-0 items-center">{aside}</div>}
      </div>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error && { "aria-invalid": true }),
        ...(required && { "aria-required": true }),
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs font-medium text-danger-ink first-letter:uppercase">
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-about`} className="mt-1 text-xs text-muted">
          {description}
        </p>
      )}
    </div>
  );
}

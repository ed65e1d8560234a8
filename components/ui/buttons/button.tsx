import type { ComponentProps, ReactNode } from "react";
import { buttonStyle, type ButtonLook } from "./button-style";
import { Spinner } from "../states/spinner";

export type ButtonProps = ComponentProps<"button"> & ButtonLook & { icon?: ReactNode; pending?: boolean };

/** `pending` keeps the width and the focus, and ignores presses. */
export function Button({
  variant,
  size,
  icon,
  pending = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonStyle({ variant, size, className })}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}

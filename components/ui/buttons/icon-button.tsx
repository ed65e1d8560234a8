import type { ComponentProps, ReactNode } from "react";
import { cn } from "../class-names";
import { Spinner } from "../states/spinner";
import { Tooltip } from "../tooltip";

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Its name for screen readers, and its tooltip. */
  label: string;
  icon: ReactNode;
  tone?: "plain" | "danger" | "accent";
  size?: "medium" | "small";
  pending?: boolean;
  /** A shorter tooltip than the label if the context says the rest; false if the label is visible anyway. */
  tooltip?: boolean | string;
  tooltipSide?: "above" | "below";
};

const tones = {
  plain: "text-muted enabled:hover:bg-sunken enabled:hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink",
  danger: "text-muted enabled:hover:bg-danger-soft enabled:hover:text-danger-ink",
  accent: "text-accent-ink enabled:hover:bg-accent-soft",
};

export function IconButton({
  label,
  icon,
  tone = "plain",
  size = "medium",
  pending = false,
  tooltip = true,
  tooltipSide,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded-md transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4",
        size === "small" ? "size-control-small" : "size-control",
        tones[tone],
        className,
      )}
      {...rest}
    >
      {pending ? <Spinner /> : icon}
    </button>
  );
  return tooltip === false ? (
    button
  ) : (
    <Tooltip content={tooltip === true ? label : tooltip} side={tooltipSide}>
      {button}
    </Tooltip>
  );
}

import { cn } from "../class-names";

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0";

const variants = {
  primary: "bg-accent text-on-accent not-disabled:hover:bg-accent-hover",
  secondary: "border border-edge/55 bg-surface text-ink not-disabled:hover:border-edge not-disabled:hover:bg-sunken",
  ghost: "text-ink not-disabled:hover:bg-sunken",
  danger: "bg-danger text-on-danger not-disabled:hover:bg-danger-hover",
  "danger-quiet": "text-danger-ink not-disabled:hover:bg-danger-soft",
};

const sizes = {
  medium: "h-control px-3 text-sm",
  small: "h-control-small px-2.5 text-sm",
  large: "h-11 px-4 text-base",
};

export type ButtonLook = { variant?: keyof typeof variants | undefined; size?: keyof typeof sizes | undefined };

/** A button's looks, also for links: `<Link className={buttonStyle({ variant: "primary" })}>`. */
export const buttonStyle = ({
  variant = "secondary",
  size = "medium",
  className,
}: ButtonLook & { className?: string | undefined } = {}) => cn(base, variants[variant], sizes[size], className);

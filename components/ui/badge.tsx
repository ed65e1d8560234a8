import type { ReactNode } from "react";
import { cn } from "./class-names";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-muted in-data-marked:bg-surface",
  accent: "bg-accent-soft text-accent-ink in-data-marked:bg-surface",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
};

/** The words carry the meaning, never the colour alone. What is selected, `data-marked`, has colours of its own: there it gets a line. */
export function Badge({
  tone = "neutral",
  mono = false,
  className,
  children,
}: {
  tone?: Tone;
  mono?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 in-data-marked:inset-ring in-data-marked:inset-ring-current/30",
        mono && "font-mono",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

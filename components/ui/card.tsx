import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";

/** Flat with a border: shadows are for floating elements. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cn("min-w-0 rounded-lg border border-line bg-surface", className)} {...rest} />;
}

export function CardHeader({
  title,
  description,
  actions,
  level = 2,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-0">
        <Heading className="text-sm">{title}</Heading>
        {description && <p className="text-xs text-muted">{description}</p>}
      </div>
      {actions && <div className="flex max-w-3/4 shrink-0 flex-wrap items-center justify-end gap-1">{actions}</div>}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cn("p-4", className)} {...rest} />;
}

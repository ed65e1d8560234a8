import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

const widths = { narrow: "max-w-3xl", wide: "max-w-7xl", full: "" };

export type PageProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The page's main actions; mark the one that creates with data-shortcut="new". */
  actions?: ReactNode;
  /** On phones the actions come after the description: for those that don't fit beside the title. */
  actionsLast?: boolean;
  /** Above the title, such as a link back. */
  before?: ReactNode;
  width?: keyof typeof widths;
  children: ReactNode;
};

/** The layout of every signed-in page: one h1, its actions, the content. */
export function Page({
  title,
  description,
  actions,
  actionsLast = false,
  before,
  width = "wide",
  children,
}: PageProps) {
  return (
    <div className={cn("mx-auto w-full px-4 pt-5 pb-10 sm:px-6 lg:px-8 lg:pt-7", widths[width])}>
      {before && <div className="mb-2 text-sm">{before}</div>}
      <header className="mb-5 flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="min-w-0 text-xl break-words">{title}</h1>
        {actions && (
          <div
            className={cn(
              "flex flex-wrap items-center gap-2",
              actionsLast && "max-sm:order-last max-sm:mt-2 max-sm:basis-full",
            )}
          >
            {actions}
          </div>
        )}
        {/* A line of its own: beside the actions it would push them off the title's, on a phone. */}
        {description && <p className="min-w-0 basis-full text-sm break-words text-muted">{description}</p>}
      </header>
      {children}
    </div>
  );
}

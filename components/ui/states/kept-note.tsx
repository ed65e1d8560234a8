import type { ReactNode } from "react";
import { cn } from "../class-names";

/** Says why a form begins with what somebody typed earlier. */
export const KeptNote = ({
  className,
  children = "Your session ended before this was saved. It is as you typed it.",
}: {
  className?: string;
  children?: ReactNode;
}) => (
  <p role="status" className={cn("rounded-md bg-sunken px-3 py-2 text-sm", className)}>
    {children}
  </p>
);

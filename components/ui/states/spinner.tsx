import { LoaderCircle } from "lucide-react";
import { cn } from "../class-names";

/** Decoration only: say beside it, or with aria-busy, what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}

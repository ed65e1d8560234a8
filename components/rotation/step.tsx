import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/** One step of the card: its number, or a tick once it is done. */
export function Step({
  number,
  title,
  done = false,
  children,
}: {
  number: number;
  title: string;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cn(
          "grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium [&_svg]:size-3.5",
          done ? "bg-success-soft text-success-ink" : "bg-accent-soft text-accent-ink",
        )}
      >
        {done ? <Check /> : number}
      </span>
      <div className="min-w-0 flex-1 space-y-2">
        <h3 className="text-sm/6 font-medium">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}

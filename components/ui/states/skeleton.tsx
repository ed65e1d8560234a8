import { cn } from "../class-names";

/** Give it the size of the content, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-pulse rounded-sm bg-sunken", className)} />;
}

/**
 * A placeholder for a text with the same line breaks; the words are laid out invisibly and not in the document's text.
 */
export function SkeletonText({ text }: { text: string }) {
  return (
    <span
      aria-hidden
      data-text={text}
      className="animate-pulse rounded-sm bg-sunken box-decoration-clone text-transparent select-none before:content-[attr(data-text)]"
    />
  );
}

const widths = ["w-3/5", "w-2/5", "w-1/2", "w-1/3"];

/**
 * A loading list, announced once as `label`, and marked `data-loading` for what has to wait for its rows. `rowHeight`:
 * the class of the rows' height, if not 44 px.
 */
export function SkeletonRows({
  rows = 6,
  label,
  rowHeight = "h-11",
  className,
}: {
  rows?: number;
  label: string;
  rowHeight?: string;
  className?: string;
}) {
  return (
    <div role="status" data-loading className={cn("divide-y divide-line", className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={cn("flex items-center gap-3 px-4", rowHeight)}>
          <Skeleton className="size-5" />
          <Skeleton className={cn("h-3", widths[row % widths.length])} />
        </div>
      ))}
    </div>
  );
}

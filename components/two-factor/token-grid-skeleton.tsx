import { Skeleton } from "@/components/ui/states/skeleton";

export const grid = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3";

export function TokenGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading two-factor tokens</span>
      <div className="mb-3 flex items-center gap-3 py-2">
        <Skeleton className="h-control w-full sm:max-w-sm" />
        <Skeleton className="ml-auto size-9 shrink-0 rounded-full" />
      </div>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, card) => (
          <div key={card} className="space-y-4 rounded-lg border border-line bg-surface px-3 py-3">
            <div className="flex items-center gap-3">
              <Skeleton className="size-8" />
              <Skeleton className="h-3 w-2/5" />
            </div>
            <Skeleton className="h-8 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}

import { Skeleton } from "@/components/ui/states/skeleton";

export function AccessKeysSkeleton() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading access keys</span>
      {["w-40", "w-28", "w-52"].map((width) => (
        <div key={width} className="space-y-2.5 px-4 py-4">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

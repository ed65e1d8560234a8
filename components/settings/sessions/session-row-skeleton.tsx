import { SkeletonText } from "@/components/ui/states/skeleton";

/** A placeholder for the current session's row, which always exists. */
export function SessionRowSkeleton() {
  return (
    <div role="status" className="space-y-0.5 py-2.5 pr-2 pl-4 sm:pr-3">
      <span className="sr-only">Loading sessions</span>
      <p className="text-sm">
        <SkeletonText text="A browser on a device" />
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
        {["Password", "127.0.0.1", "Last seen just now", "Signed in just now"].map((text) => (
          <SkeletonText key={text} text={text} />
        ))}
      </p>
    </div>
  );
}

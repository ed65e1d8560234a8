import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";

const ThingActivity = onDemand(
  () => import("@/components/activity/thing-activity"),
  <SkeletonRows rows={4} rowHeight="h-14" label="Loading the activity" />,
);

/** What was done with an entry, for its panel. */
export const activityOf = (entryId: string) => <ThingActivity objectId={entryId} />;

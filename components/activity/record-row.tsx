import { memo } from "react";
import { KindIcon } from "@/components/history/kind-icon";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { actionText, countedText, dayText, placeText, whoText } from "./activity-words";

/** One record in a row that opens it. Memoised: while one scrolls, most rows stay. */
export const RecordRow = memo(function RecordRow({
  record,
  self,
  onOpen,
}: {
  record: ActivityRecord;
  /** The reader's own id. */ self: string | undefined;
  onOpen: (record: ActivityRecord) => void;
}) {
  const { at, object, outcome } = record;
  const about = [object?.name, countedText(record)].filter(Boolean).join(" · ");
  const from = placeText(record);
  return (
    <div className="relative flex h-full items-center gap-3 px-3 hover:bg-sunken/60 sm:px-4">
      <KindIcon kind={object?.kind ?? "vault"} className="size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 sm:grid-cols-[3fr_2fr] sm:gap-x-4">
        <div className="min-w-0">
          <div className="flex min-w-0 items-center gap-2">
            <button
              type="button"
              onClick={() => onOpen(record)}
              className="min-w-0 truncate rounded-sm text-left text-sm font-medium after:absolute after:inset-0"
            >
              {actionText(record)}
            </button>
            {outcome === "refused" && <Badge tone="danger">Refused</Badge>}
          </div>
          <p className="truncate text-xs text-muted">{about}</p>
        </div>
        <p className="min-w-0 text-xs text-muted sm:self-center max-sm:flex max-sm:gap-1">
          <span className="truncate sm:block sm:text-sm sm:text-ink">{whoText(record, self)}</span>
          {from && (
            <span className="truncate sm:block">
              <span aria-hidden className="sm:hidden">
                ·{" "}
              </span>
              {from}
            </span>
          )}
        </p>
      </div>
      <RelativeTime
        timestamp={at}
        className="relative shrink-0 self-start pt-3 text-xs whitespace-nowrap text-muted sm:w-24 sm:self-center sm:pt-0 sm:text-right"
      />
    </div>
  );
});

/** The day of the records below it. */
export function DayHeading({ at }: { at: string }) {
  return (
    <div className="flex h-full items-end bg-sunken px-3 pb-2 sm:px-4">
      <h2 className="text-sm">{dayText(at)}</h2>
    </div>
  );
}

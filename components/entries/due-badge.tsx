import { CalendarClock } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/class-names";
import { longDay } from "@/lib/client/words/dates";
import { daysUntilDue, dueAt, entryDueText } from "@/lib/client/words/due";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryName } from "./entry-name";

const urgentDays = 7;

/**
 * Says that an entry's value is due within 30 days or overdue, with `onReplace` for those who may; nothing otherwise. In a row, which has no room for a finger's target, a touch opens the entry, whose details have it.
 */
export function DueBadge({
  entry,
  inRow = false,
  brief = false,
  onReplace,
}: {
  entry: ListedEntry;
  inRow?: boolean;
  /** Where the row is narrow, a sign says it, so that there is room for what stands beside it. */ brief?: boolean;
  /** Opens the card that replaces the value. */
  onReplace: () => void;
}) {
  const { may } = useRights();
  const at = dueAt(entry);
  const text = entryDueText(entry);
  if (!at || !text) return null;
  const days = daysUntilDue(at);
  const badge = (
    <Badge tone={days < 0 ? "danger" : days <= urgentDays ? "warning" : "neutral"}>
      <time dateTime={at} title={longDay(at)}>
        {brief && <CalendarClock aria-hidden className="@md:hidden" />}
        <span className={cn(brief && "sr-only @md:not-sr-only")}>{text}</span>
      </time>
    </Badge>
  );
  if (!may("entries:write")) return badge;
  return (
    <>
      {inRow && <span className="hidden shrink-0 pointer-coarse:inline-flex">{badge}</span>}
      <button
        type="button"
        aria-label={`${text}: replace ${entryName(entry)}`}
        onClick={onReplace}
        className={cn(
          // Above the row's own button.
          "relative inline-flex min-h-6 shrink-0 items-center rounded-sm underline decoration-transparent underline-offset-2 hover:decoration-current",
          inRow ? "pointer-coarse:hidden" : "pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        )}
      >
        {badge}
      </button>
    </>
  );
}

import { Badge } from "@/components/ui/badge";
import { longDay } from "@/lib/client/dates";
import { daysUntilDue, dueAt, dueText } from "@/lib/client/due";
import { useRights } from "@/lib/client/hooks/use-rights";
import { openRotation } from "@/lib/client/rotation";
import type { ListedEntry } from "@/lib/contracts/entries";
import { entryName } from "./entry-name";

const urgentDays = 7;

/**
 * Says that an entry's value is due within 30 days or overdue, and opens the card that replaces it for those who may;
 * nothing otherwise.
 */
export function DueBadge({ entry }: { entry: ListedEntry }) {
  const { may } = useRights();
  const at = dueAt(entry);
  const text = at && dueText(at);
  if (!text) return null;
  const days = daysUntilDue(at);
  const badge = (
    <Badge tone={days < 0 ? "danger" : days <= urgentDays ? "warning" : "neutral"}>
      <time dateTime={at} title={longDay(at)}>
        {text}
      </time>
    </Badge>
  );
  if (!may("entries:write")) return badge;
  return (
    // Above the row's own button, and as high as the row under a finger.
    <button
      type="button"
      aria-label={`${text}: replace ${entryName(entry)}`}
      onClick={() => openRotation(entry.id)}
      className="relative inline-flex shrink-0 rounded-sm underline decoration-transparent underline-offset-2 hover:decoration-current pointer-fine:min-h-6 pointer-fine:items-center pointer-coarse:after:absolute pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3"
    >
      {badge}
    </button>
  );
}

import { Badge } from "@/components/ui/badge";
import { longDay } from "@/lib/client/dates";
import { type Dated, daysUntilDue, dueAt, dueText } from "@/lib/client/due";

const urgentDays = 7;

/** Says that an entry's value is due within 30 days or overdue; nothing otherwise. */
export function DueBadge({ entry }: { entry: Dated }) {
  const at = dueAt(entry);
  const text = at && dueText(at);
  if (!text) return null;
  const days = daysUntilDue(at);
  return (
    <Badge tone={days < 0 ? "danger" : days <= urgentDays ? "warning" : "neutral"}>
      <time dateTime={at} title={longDay(at)}>
        {text}
      </time>
    </Badge>
  );
}

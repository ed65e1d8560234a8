import { useEffect, useRef } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ImportAction } from "@/lib/contracts/transfer/import";
import { previewText } from "./import-texts";
import type { Plan } from "./plan";

/** What becomes of an item, or that somebody should look at one that is imported. */
type Look = ImportAction | "noted";

const looks: Record<Look, { tone: Tone; word: string }> = {
  created: { tone: "success", word: "New" },
  updated: { tone: "warning", word: "Changes" },
  unchanged: { tone: "neutral", word: "Unchanged" },
  rejected: { tone: "danger", word: "Skipped" },
  noted: { tone: "warning", word: "Check" },
};
const rowsMax = 500;

/** What would be created, changed and skipped, by names only; nothing is stored before the button is pressed. */
export default function ImportPlan({
  plan: { rows, counts, faults, notes, taken },
  pending,
  onStore,
}: {
  plan: Plan;
  pending: boolean;
  onStore: () => void;
}) {
  const { whole } = taken;
  const card = useRef<HTMLElement>(null);
  // On a phone it begins below the window: whoever asked for it is led there, and it is read out.
  useEffect(() => {
    card.current?.scrollIntoView();
    card.current?.focus({ preventScroll: true });
  }, []);
  const count = [taken.entries, taken.twoFactor, whole?.categories, whole?.envProjects, whole?.envFiles].reduce(
    (sum, items) => sum + (items?.length ?? 0),
    0,
  );
  const more = [rows, faults, notes].reduce((sum, list) => sum + Math.max(list.length - rowsMax, 0), 0);
  return (
    <Card ref={card} tabIndex={-1} aria-label="Preview">
      <CardHeader title="Preview" description={previewText(counts, faults.length)} />
      <CardBody className="space-y-4">
        <ul aria-label="Preview" className="divide-y divide-line">
          {faults.slice(0, rowsMax).map(({ where, message }, index) => (
            <Row key={`fault ${index}`} label={where} about={message} action="rejected" />
          ))}
          {notes.slice(0, rowsMax).map(({ where, message }, index) => (
            <Row key={`note ${index}`} label={where} about={message} action="noted" />
          ))}
          {rows.slice(0, rowsMax).map(({ label, about, action, message }, index) => (
            <Row key={index} label={label} about={message ? `${about}: ${message}` : about} action={action} />
          ))}
        </ul>
        {more > 0 && <p className="text-sm text-muted">And {more} more.</p>}
        {/* In sight from the first row on, above a phone's bar. */}
        <div className="sticky bottom-[calc(var(--bar)+env(safe-area-inset-bottom))] -mx-4 -mb-4 rounded-b-lg border-t border-line bg-surface px-4 py-3 lg:bottom-0">
          <Button variant="primary" pending={pending} disabled={count === 0} onClick={onStore}>
            {count === 0 ? "Nothing to import" : `Import ${count === 1 ? "1 item" : `${count} items`}`}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

function Row({ label, about, action }: { label: string; about: string; action: Look }) {
  const { tone, word } = looks[action];
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{label}</span>
        <span className="block text-xs break-words text-muted">{about}</span>
      </span>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}

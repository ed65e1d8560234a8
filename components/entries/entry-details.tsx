import type { ReactNode } from "react";
import { LastSeen } from "@/components/history/exposure/last-seen";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { longDay } from "@/lib/client/words/dates";
import { entryTitle } from "@/lib/client/words/entry-title";
import { keyTypeLabels } from "@/lib/client/words/labels";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { DueBadge } from "./due-badge";
import { entryName } from "./entry-name";
import { EnvironmentBadge } from "./environment-badge";
import { GroupValues } from "./value/group-values";
import { ValueBox } from "./value/value-box";

/** Everything about one entry; its value when asked for. */
export function EntryDetails({
  entry,
  startShown,
  onReplace,
}: {
  entry: ListedEntry;
  startShown: boolean;
  onReplace: () => void;
}) {
  const { id, category, environment, notes, fieldNames, createdAt, updatedAt, valueChangedAt } = entry;
  const { expiresAt, rotateEveryDays, version } = entry;
  const what = entryName(entry);
  // On a phone the panel's title ends after three lines.
  const isCut = what.length > 80;
  const { may } = useRights();
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge>{keyTypeLabels[category.keyType]}</Badge>
        <EnvironmentBadge environment={environment} />
        <DueBadge entry={entry} onReplace={onReplace} />
      </div>
      {!may("entries:reveal") ? (
        <p className="text-sm text-muted">Your role in this team can’t show values.</p>
      ) : fieldNames ? (
        <GroupValues id={id} stored={version} name={what} fieldNames={fieldNames} startShown={startShown} />
      ) : (
        <ValueBox
          id={id}
          stored={version}
          name={what}
          label={category.envVarName ?? keyTypeLabels[category.keyType]}
          startShown={startShown}
        />
      )}
      {notes && (
        <section>
          <h3 className="mb-1 text-sm font-medium">Notes</h3>
          <p className="text-sm break-words whitespace-pre-wrap text-muted">{notes}</p>
        </section>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
        {(isCut || entryTitle(entry) !== category.name) && <Fact term="Category">{category.name}</Fact>}
        {isCut && <Fact term="Project">{entry.name}</Fact>}
        <Fact term="Value changed">
          <RelativeTime timestamp={valueChangedAt} />
        </Fact>
        {expiresAt && (
          <Fact term="Expires">
            <time dateTime={expiresAt}>{longDay(expiresAt)}</time>
          </Fact>
        )}
        {rotateEveryDays !== null && (
          <Fact term="Replace after">{rotateEveryDays === 1 ? "1 day" : `${rotateEveryDays} days`}</Fact>
        )}
        <Fact term="Changed">
          <RelativeTime timestamp={updatedAt} />
        </Fact>
        <Fact term="Created">
          <RelativeTime timestamp={createdAt} />
        </Fact>
        {may("activity:read") && (
          <Fact term="Last seen">
            <LastSeen entryId={id} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1">
      <dt>{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

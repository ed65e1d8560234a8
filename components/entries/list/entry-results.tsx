"use client";

import { KeyRound, Search } from "lucide-react";
import { useMemo } from "react";
import { useListKeys } from "@/components/layout/shortcuts/list-keys";
import { useListFilter } from "@/components/layout/shortcuts/use-list-filter";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { countText } from "@/lib/client/words/count-text";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { isFiltering, matching, searchable, sorted } from "./entry-filter";
import { grouped } from "./entry-groups";
import { EntryRows } from "./entry-rows";
import { noFilter, type EntryFilter, type EntrySight } from "../entry-sight";
import { useEntryActions, type PanelControl } from "../use-entry-actions";
import { useSelection } from "../selection/use-selection";

const SelectionBar = onDemand(() => import("../selection/selection-bar"), null);

export type EntryResultsProps = {
  entries: readonly ListedEntry[];
  /** Only this category's entries. */
  category: { id: string; name: string } | undefined;
  panel: PanelControl;
  /** For those who may add one. */
  onNew: (() => void) | undefined;
  sight: EntrySight;
  onChange: (change: Partial<EntryFilter>) => void;
};

/** What the search and the filters leave, with all that rows can do: fetched beside the entries themselves. */
export default function EntryResults({ entries, category, sight: typed, onChange, panel, onNew }: EntryResultsProps) {
  const onAction = useEntryActions(panel);
  const opened = panel.sight.entry || undefined;
  // The list's keys lead the panel on, but not a form.
  const follows = opened !== undefined && panel.sight.part !== "edit";
  useListKeys(undefined, follows ? (entry) => panel.put({ entry }, {}, "later") : undefined);
  // The field updates at once, the list when there is time.
  const sight = useListFilter(typed);
  const texts = useMemo(() => searchable(entries), [entries]);
  const ordered = useMemo(() => sorted(texts, sight.sort), [texts, sight.sort]);
  const shown = useMemo(() => matching(ordered, sight, category?.id), [ordered, sight, category?.id]);
  const grouping = category && sight.group === "category" ? "" : sight.group;
  const lines = useMemo(() => grouped(shown, grouping), [shown, grouping]);
  const filtering = isFiltering(sight);
  const { may } = useRights();
  const selects = may("entries:write") || may("export:read");
  // As they stand in the list: under their groups' names, if there are any.
  const inOrder = useMemo(() => lines.flatMap((line) => ("entry" in line ? [line.entry] : [])), [lines]);
  const selection = useSelection(inOrder, selects);
  const total = useMemo(
    () => (category ? entries.filter(({ categoryId }) => categoryId === category.id).length : entries.length),
    [entries, category],
  );
  const clear = (
    <Button size="small" onClick={() => onChange(noFilter)}>
      Clear search and filters
    </Button>
  );
  return (
    <>
      <div className="flex min-h-control-small items-center justify-between gap-2">
        <p role="status" className="text-xs text-muted">
          {filtering && `${countText(shown.length)} of `}
          {total === 1 ? "1 entry" : `${countText(total)} entries`}
        </p>
        {shown.length > 0 && (
          <div className="flex gap-2">
            {filtering && clear}
            {selects && !selection.on && (
              <Button size="small" data-selects onClick={selection.start}>
                Select
              </Button>
            )}
          </div>
        )}
      </div>
      <Card className="@container overflow-clip">
        {shown.length > 0 ? (
          <EntryRows
            lines={lines}
            inCategory={category !== undefined || grouping === "category"}
            inProject={grouping === "project"}
            opened={opened}
            saved={panel.about.saved}
            onAction={onAction}
            selection={selects ? selection : undefined}
          />
        ) : filtering ? (
          <EmptyState icon={<Search />} title="Nothing matches" actions={clear}>
            {category
              ? `No entries in ${category.name} match your search or filters.`
              : "No entries match your search or filters."}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<KeyRound />}
            title={category ? `No entries in ${category.name}` : "No entries"}
            actions={
              onNew && (
                <Button variant="primary" onClick={onNew}>
                  New entry
                </Button>
              )
            }
          >
            An entry holds the value that one project uses.
          </EmptyState>
        )}
      </Card>
      {selection.on && <SelectionBar selection={selection} total={shown.length} />}
    </>
  );
}

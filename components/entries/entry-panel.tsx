"use client";

import { CopyPlus, FolderOutput, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Button } from "@/components/ui/buttons/button";
import { onDemand } from "@/components/ui/states/on-demand";
import { SidePanel } from "@/components/ui/dialogs/side-panel";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { EntryDetails } from "./entry-details";
import { entryName } from "./entry-name";
import type { EntryPart } from "./entry-sight";
import type { EntryAction, OnEntryAction } from "./use-entry-actions";

const EntryHistory = onDemand(
  () => import("./entry-history"),
  <SkeletonRows rows={3} rowHeight="h-14" label="Loading the history" />,
);
const EntryUsesList = onDemand(
  () => import("@/components/references/entry-uses"),
  <SkeletonRows rows={3} label="Loading" />,
);

export type EntryPanelProps = {
  entry: ListedEntry;
  part: EntryPart;
  startShown: number | undefined;
  /** What was done with it: another feature, passed in by the page. */
  activity: ReactNode;
  onPart: (part: EntryPart) => void;
  onAction: OnEntryAction;
  onClose: () => void;
};

/** An open entry: what it is, its former values, where it is used and what was done with it. */
export default function EntryPanel({ entry, part, startShown, activity, onPart, onAction, onClose }: EntryPanelProps) {
  const { id, category } = entry;
  const { may } = useRights();
  const movable = useMoveTargets("entries:write").length > 0;
  const content = useRef<HTMLDivElement>(null);
  const act = (action: EntryAction) => () => onAction(action, entry);
  const tabs: { value: EntryPart; label: string }[] = [
    { value: "details", label: "Details" },
    { value: "history", label: "History" },
    ...(may("entries:reveal") && may("envs:reveal") ? [{ value: "uses" as const, label: "Used in" }] : []),
    ...(may("activity:read") ? [{ value: "activity" as const, label: "Activity" }] : []),
  ];
  const shown = tabs.some(({ value }) => value === part) ? part : "details";

  // The control that had the focus may have been the previous entry's.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.closest("dialog")?.focus();
  }, [id]);
  return (
    <SidePanel
      onOpenChange={onClose}
      title={
        <span className="flex min-w-0 items-center gap-2.5">
          <BrandIcon slug={category.icon} name={category.name} />
          {/* The list's keys change it while the focus is here. */}
          <span aria-live="polite" className="min-w-0 break-words max-sm:line-clamp-3">
            {entryName(entry)}
          </span>
        </span>
      }
      footer={
        may("entries:write") && (
          // On a phone the words fit into one line, with their icons they don't.
          <div className="contents max-sm:[&_svg]:hidden">
            <Button variant="danger-quiet" icon={<Trash2 />} className="mr-auto -ml-3" onClick={act("delete")}>
              Delete…
            </Button>
            {movable && (
              <Button icon={<FolderOutput />} onClick={act("move")}>
                Move to…
              </Button>
            )}
            <Button icon={<CopyPlus />} onClick={act("duplicate")}>
              Duplicate
            </Button>
            <Button icon={<Pencil />} onClick={act("edit")}>
              Edit
            </Button>
          </div>
        )
      }
    >
      <div ref={content} key={id} className="-mt-3">
        <Tabs label="About this entry" value={shown} onValueChange={onPart} tabs={tabs}>
          <TabPanel value={shown} className="mt-4">
            {shown === "history" ? (
              <EntryHistory entry={entry} />
            ) : shown === "uses" ? (
              <EntryUsesList entryId={id} name={entryName(entry)} />
            ) : shown === "activity" ? (
              activity
            ) : (
              <EntryDetails
                key={startShown}
                entry={entry}
                startShown={startShown !== undefined}
                onReplace={act("replace")}
              />
            )}
          </TabPanel>
        </Tabs>
      </div>
    </SidePanel>
  );
}

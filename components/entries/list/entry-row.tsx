"use client";

import { Eye, EyeOff, Pencil } from "lucide-react";
import { memo, useCallback, useEffect, useEffectEvent, useState } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { cn } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toasts/toast";
import { entryTitle } from "@/lib/client/words/entry-title";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError, sentence } from "@/lib/client/http/describe-error";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { keyTypeLabels } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { DueBadge } from "../due-badge";
import { entryName } from "../entry-name";
import { fetchText, fetchValue, fitsRow } from "@/lib/client/entries/entry-value";
import { EnvironmentBadge } from "../environment-badge";
import { SelectBox } from "../selection/select-box";
import type { OnEntryAction } from "../use-entry-actions";
import type { OnSelect } from "../selection/use-selection";

type EntryRowProps = {
  entry: ListedEntry;
  /** The row stands under its category's name. */ inCategory: boolean;
  /** The row stands under its project's name. */ inProject?: boolean;
  onAction: OnEntryAction;
  /** It is the one in the panel. */ opened: boolean;
  selected: boolean;
  /** The list's rows show their boxes. */ selecting: boolean;
  /** For those who may do something with a selection. */ onSelect: OnSelect | undefined;
};

/** What the title does not say: the category of a variable, or what a group, an SSH key or a document holds. */
const detailsOf = ({ category, fieldNames, notes }: ListedEntry, inCategory: boolean) =>
  [
    category.keyType !== "simple"
      ? (fieldNames?.join(", ") ?? keyTypeLabels[category.keyType])
      : // Many imported ones are named after their variable.
        !inCategory && category.name !== category.envVarName && category.name,
    notes,
  ]
    .filter(Boolean)
    .join(" · ");

/** Memoised: while a search narrows, most rows don't change. */
export const EntryRow = memo(function EntryRow({
  entry,
  inCategory,
  inProject = false,
  onAction,
  opened,
  selected,
  selecting,
  onSelect,
}: EntryRowProps) {
  const { id, name, category, environment, valueChangedAt, version } = entry;
  const title = entryTitle(entry);
  const { value, pending, error, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => fetchValue(id, signal), [id]),
    { stored: version },
  );
  // A row shows only a short value; larger ones are shown in the entry itself.
  const inline = category.keyType === "simple";
  const shown = typeof value === "string" && fitsRow(value);
  const tooLarge = typeof value === "string" && !shown;
  // Once that is known, it is fetched for the panel alone: each time is recorded.
  const [largeAt, setLargeAt] = useState<number>();
  const openInstead = useEffectEvent(() => {
    hide();
    setLargeAt(version);
    onAction("reveal", entry);
  });
  useEffect(() => {
    if (tooLarge) openInstead();
  }, [tooLarge]);
  const gone = error instanceof ApiError && error.code === "ENTRY_NOT_FOUND" ? sentence(error.message) : undefined;
  useEffect(() => {
    // The row goes with the next list, and its words with it.
    if (gone) toast.error(gone);
  }, [gone]);
  const what = entryName(entry);
  const { may } = useRights();
  return (
    <div
      data-marked={opened || selected || undefined}
      className={cn(
        "group relative flex h-full items-center gap-3 pr-1.5 pl-3 hover:bg-sunken/60 sm:pr-2 sm:pl-4",
        opened && "bg-accent-soft!",
        selected && "bg-accent-soft/50!",
      )}
    >
      {onSelect && <SelectBox entry={entry} what={what} selected={selected} on={selecting} onSelect={onSelect} />}
      <BrandIcon
        slug={category.icon}
        name={category.name}
        className={cn(onSelect && (selecting ? "invisible" : "group-hover:pointer-fine:invisible"))}
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            data-entry={id}
            data-list-item={id}
            aria-current={opened || undefined}
            onClick={({ shiftKey, ctrlKey, metaKey }) =>
              onSelect && (shiftKey || ctrlKey || metaKey) ? onSelect(entry, shiftKey) : onAction("open", entry)
            }
            // Many rows have one title.
            aria-label={what}
            className={cn(
              // The ring is the row's: around the title, the line below would cover a part of it.
              "min-w-0 truncate rounded-sm text-left text-sm font-medium after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink",
              inline && "font-mono",
            )}
          >
            {title}
          </button>
          {/* Where there is little room, the name of the variable has the line to itself. */}
          <span className="hidden @md:contents">
            <EnvironmentBadge environment={environment} />
          </span>
        </div>
        {shown ? (
          <code
            tabIndex={0}
            aria-label={`Value of ${what}`}
            className="relative mt-0.5 -ml-1 block w-fit max-w-[calc(100%+0.25rem)] overflow-x-auto [scrollbar-width:none] text-ellipsis rounded-sm bg-accent-soft in-data-marked:bg-surface px-1 font-mono text-xs whitespace-pre select-all"
          >
            {value}
          </code>
        ) : error !== undefined ? (
          <p role="alert" className="mt-0.5 truncate text-xs text-danger-ink">
            {describeError(error).message}
          </p>
        ) : (
          // What does not fit is left out, not cut: it would stand in a second line, which nobody sees.
          <p className="flex h-6 min-w-0 flex-wrap gap-2 overflow-clip [overflow-clip-margin:4px] text-xs/6 text-muted">
            <span className="flex max-w-full min-w-0 items-center gap-1.5 @md:gap-2">
              {!inProject && (
                <span
                  className={cn(
                    "truncate rounded-sm bg-sunken in-data-marked:bg-surface px-1.5 leading-5 font-medium text-ink @md:max-w-60",
                    // Of a long name there is always something to read, of a short one nothing to cut.
                    name.length > 9 ? "min-w-20" : "shrink-0",
                  )}
                >
                  {name}
                </span>
              )}
              <span className="contents @md:hidden">
                <EnvironmentBadge environment={environment} />
              </span>
              <DueBadge
                entry={entry}
                inRow
                brief={!inProject && environment !== null}
                onReplace={() => onAction("replace", entry)}
              />
            </span>
            <span className="min-w-0 flex-1 basis-9 truncate">{detailsOf(entry, inCategory)}</span>
          </p>
        )}
      </div>
      <RelativeTime timestamp={valueChangedAt} className="hidden text-xs whitespace-nowrap text-muted @lg:block" />
      <div className="relative flex shrink-0">
        {may("entries:reveal") && (
          <>
            <IconButton
              label={shown ? `Hide ${what}` : `Show ${what}`}
              tooltip={shown ? "Hide" : "Show"}
              tooltipSide="below"
              icon={shown ? <EyeOff /> : <Eye />}
              data-key="r"
              pending={pending}
              onClick={() =>
                shown ? hide() : inline && largeAt !== version ? void reveal() : onAction("reveal", entry)
              }
            />
            <span className="contents" data-key="c">
              <CopyButton text={() => fetchText(id)} label={`Copy ${what}`} tooltip="Copy" tooltipSide="below" />
            </span>
          </>
        )}
        {may("entries:write") && (
          <span className="hidden @md:contents">
            <IconButton
              data-key="e"
              label={`Edit ${what}`}
              tooltip="Edit"
              tooltipSide="below"
              icon={<Pencil />}
              onClick={() => onAction("edit", entry)}
            />
          </span>
        )}
      </div>
    </div>
  );
});

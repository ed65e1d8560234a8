"use client";

import { SearchX } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { PopoverDialog } from "@/components/ui/dialogs/popover-dialog";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { Skeleton } from "@/components/ui/states/skeleton";
import { iconsQuery } from "@/lib/client/http/resources/icons";
import type { IconTitle } from "@/lib/icon-name";
import { findIcons } from "./find-icons";

const shownAtMost = 60;

type IconPickerProps = {
  current: string | null;
  /** What is searched for at first. */ suggestion: string;
  anchor: HTMLElement | null;
  onChoose: (slug: string) => void;
  onClose: () => void;
};

/** The brands, beside the button for them. */
export default function IconPicker({ current, suggestion, anchor, onChoose, onClose }: IconPickerProps) {
  const icons = useQuery(iconsQuery);
  const [search, setSearch] = useState<string>();
  // The category's name is a good first search, unless no brand has it.
  const text = useDeferredValue(search ?? suggestion);
  const { found, more } = useMemo(() => {
    const all = icons.data ?? [];
    const first = findIcons(all, text, shownAtMost);
    return search === undefined && first.found.length === 0 ? findIcons(all, "", shownAtMost) : first;
  }, [icons.data, text, search]);
  return (
    <PopoverDialog title="Choose an icon" anchor={anchor} onClose={onClose}>
      <SearchInput
        label="Search brands"
        value={search ?? suggestion}
        maxLength={100}
        data-autofocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="mt-3 h-72 overflow-y-auto overscroll-contain">
        {icons.data ? (
          found.length > 0 ? (
            <>
              <IconGrid icons={found} current={current} onChoose={onChoose} />
              <p role="status" className="pt-2 text-center text-xs text-muted">
                {more > 0 ? `${more} more: type to narrow the list` : ""}
              </p>
            </>
          ) : (
            <EmptyState icon={<SearchX />} title="No such brand">
              Without an icon, the category shows its first letter.
            </EmptyState>
          )
        ) : icons.isError ? (
          <ErrorState error={icons.error} onRetry={icons.refetch} />
        ) : (
          <div role="status" className="grid grid-cols-4 gap-1 sm:grid-cols-6">
            <span className="sr-only">Loading icons</span>
            {Array.from({ length: 18 }, (_, place) => (
              <Skeleton key={place} className="h-18" />
            ))}
          </div>
        )}
      </div>
    </PopoverDialog>
  );
}

/** One Tab stop; arrow keys move inside. */
function IconGrid({
  icons,
  current,
  onChoose,
}: {
  icons: readonly IconTitle[];
  current: string | null;
  onChoose: (slug: string) => void;
}) {
  const stop = icons.some(([slug]) => slug === current) ? current : icons[0]?.[0];
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const perRow = all.filter((button) => button.offsetTop === all[0]?.offsetTop).length;
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
      Home: -at,
      End: all.length - 1 - at,
    }[event.key];
    const target = step === undefined ? undefined : all[at + step];
    if (step === undefined) return;
    event.preventDefault();
    target?.focus();
  }
  return (
    <div role="group" aria-label="Icons" onKeyDown={move} className="grid grid-cols-4 gap-1 p-0.5 sm:grid-cols-6">
      {icons.map(([slug, title]) => (
        <button
          key={slug}
          type="button"
          aria-pressed={slug === current}
          tabIndex={slug === stop ? 0 : -1}
          onClick={() => onChoose(slug)}
          className="flex h-18 min-w-0 flex-col items-center justify-center gap-1.5 rounded-md px-1 hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        >
          <BrandIcon slug={slug} name={title} className="size-6" />
          <span className="w-full truncate text-center text-2xs text-muted">{title}</span>
        </button>
      ))}
    </div>
  );
}

"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { KindIcon } from "@/components/history/kind-icon";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { countText } from "@/lib/client/words/count-text";
import { findThings, thingsInOrder } from "./filters/find-things";
import { useThings } from "./filters/use-things";

/** More would not be read, and would cost a frame. */
const shownMax = 50;

/** Chooses one thing of the vault, by its name or its variables. */
export default function ThingDialog({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const all = useThings();
  const things = useMemo(() => thingsInOrder(all), [all]);
  const [search, setSearch] = useState("");
  const words = useDeferredValue(search);
  const found = useMemo(() => findThings(things, words), [things, words]);
  const choose = (id: string) => {
    onChoose(id);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Filter by item">
      <div className="space-y-3">
        <SearchInput
          label="Find an item"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing || !search.trim()) return;
            // The button that gets the focus back would be pressed too.
            event.preventDefault();
            // Of what is typed, which the list may not show yet.
            const [first] = findThings(things, search);
            if (first) choose(first.id);
          }}
        />
        {found.length === 0 ? (
          <p role="status" className="py-4 text-center text-sm text-muted">
            {things.length === 0 ? "The vault is empty." : "Nothing in this vault has this name."}
          </p>
        ) : (
          <ul aria-label="Items" className="divide-y divide-line rounded-md border border-line">
            {found.slice(0, shownMax).map(({ id, kind, name }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => choose(id)}
                  className="flex min-h-11 w-full items-center gap-2.5 px-3 py-1.5 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <KindIcon kind={kind} className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 break-words">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found.length > shownMax && (
          <p className="text-sm text-muted">And {countText(found.length - shownMax)} more. Type more of the name.</p>
        )}
      </div>
    </Dialog>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { CategoryDraft } from "@/components/categories/category-form-values";
import type { EntryDraft } from "@/components/entries/entry-draft";
import type { AfterForm } from "@/components/entries/entry-form";
import type { EntryAction } from "@/components/entries/entry-row";
import { onDemand } from "@/components/ui/on-demand";
import { toast } from "@/components/ui/toast";
import { entriesQuery } from "@/lib/client/http/queries";
import type { KeyCategory } from "@/lib/contracts/categories";
import type { ListedEntry } from "@/lib/contracts/entries";
import { besideEntry, focusEntry, keepFocus } from "./focus-entry";

const EntryDetails = onDemand(() => import("@/components/entries/entry-details"));
const EntryForm = onDemand(() => import("@/components/entries/entry-form"));
const EntryHistory = onDemand(() => import("@/components/entries/entry-history"));
const DeleteEntry = onDemand(() => import("@/components/entries/delete-entry"));
const CategoryForm = onDemand(() => import("@/components/categories/category-form"));
const DeleteCategory = onDemand(() => import("@/components/categories/delete-category"));

export type VaultDialog =
  | { kind: "entry"; id: string; startShown: boolean }
  | {
      kind: "entry-form";
      entry?: ListedEntry | undefined;
      categoryId?: string | undefined;
      like?: ListedEntry;
      draft?: EntryDraft;
    }
  | { kind: "entry-history"; entry: ListedEntry }
  | { kind: "delete-entry"; entry: ListedEntry }
  | { kind: "after-form"; entryId: string; next: AfterForm }
  | { kind: "category-form"; category?: KeyCategory | undefined; draft?: CategoryDraft }
  | { kind: "delete-category"; category: KeyCategory };

type VaultDialogsProps = {
  dialog: VaultDialog;
  onClose: () => void;
  onChange: (dialog: VaultDialog | undefined) => void;
  onAction: (action: EntryAction, entry: ListedEntry) => void;
  onSelectCategory: (id: string | undefined) => void;
};

/** The one dialog that is open. */
export default function VaultDialogs({ dialog, onClose, onChange, onAction, onSelectCategory }: VaultDialogsProps) {
  const close = () => {
    onClose();
    // A link into this page has no trigger to restore the focus to.
    keepFocus(dialog.kind === "entry" ? dialog.id : undefined);
  };
  switch (dialog.kind) {
    case "entry":
      return <OpenEntry {...dialog} onAction={onAction} onClose={close} />;
    case "entry-form":
      return (
        <EntryForm
          {...dialog}
          onClose={close}
          onOpen={(id) => onChange({ kind: "entry", id, startShown: false })}
          onSaved={(id, next) => {
            onChange(next && { kind: "after-form", entryId: id, next });
            focusEntry(id);
          }}
        />
      );
    case "after-form":
      return dialog.next(() => {
        onChange(undefined);
        keepFocus(dialog.entryId);
      });
    case "entry-history":
      return (
        <EntryHistory
          entry={dialog.entry}
          onClose={() => onChange({ kind: "entry", id: dialog.entry.id, startShown: false })}
        />
      );
    case "delete-entry":
      return <DeleteEntry {...dialog} onClose={close} onDeleted={() => focusEntry(besideEntry(dialog.entry.id))} />;
    case "category-form":
      return (
        <CategoryForm
          {...dialog}
          onClose={close}
          onSaved={({ id }) => {
            close();
            onSelectCategory(id);
          }}
        />
      );
    case "delete-category":
      return (
        <DeleteCategory
          {...dialog}
          onClose={close}
          onDeleted={() => {
            onSelectCategory(undefined);
            focusEntry(undefined);
          }}
        />
      );
    default:
      return null;
  }
}

/** Looked up by id, so that it shows the list's current data; if it is gone, a toast says so. */
function OpenEntry({
  id,
  startShown,
  onAction,
  onClose,
}: {
  id: string;
  startShown: boolean;
  onAction: VaultDialogsProps["onAction"];
  onClose: () => void;
}) {
  const { data: entries } = useQuery(entriesQuery);
  const entry = entries?.find((one) => one.id === id);
  const gone = entries !== undefined && entry === undefined;
  const closeGone = useEffectEvent(() => {
    toast.error("This entry no longer exists");
    onClose();
  });
  // Once, when the entry turns out to be gone.
  useEffect(() => {
    if (gone) closeGone();
  }, [gone]);
  return entry ? <EntryDetails entry={entry} startShown={startShown} onAction={onAction} onClose={onClose} /> : null;
}

"use client";

import type { CategoryDraft } from "@/components/categories/category-form-values";
import type { AfterForm } from "@/components/entries/form/entry-form";
import { onDemand } from "@/components/ui/states/on-demand";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { besideEntry, focusEntry, keepFocus } from "@/components/entries/panel/focus-entry";

const DeleteEntry = onDemand(() => import("@/components/entries/delete-entry"));
const CategoryForm = onDemand(() => import("@/components/categories/category-form"));
const DeleteCategory = onDemand(() => import("@/components/categories/delete-category"));

export type VaultDialog =
  | { kind: "delete-entry"; entry: ListedEntry }
  | { kind: "after-form"; entryId: string; next: AfterForm }
  | { kind: "category-form"; category?: KeyCategory | undefined; draft?: CategoryDraft }
  | { kind: "delete-category"; category: KeyCategory };

type VaultDialogsProps = {
  dialog: VaultDialog;
  onClose: () => void;
  onClosePanel: () => void;
  onSelectCategory: (id: string | undefined) => void;
};

/** The one dialog that is open, over the panel if there is one. */
export default function VaultDialogs({ dialog, onClose, onClosePanel, onSelectCategory }: VaultDialogsProps) {
  const close = () => {
    onClose();
    // A link into this page has no trigger to restore the focus to.
    keepFocus(dialog.kind === "after-form" ? dialog.entryId : undefined);
  };
  switch (dialog.kind) {
    case "after-form":
      return dialog.next(close);
    case "delete-entry":
      return (
        <DeleteEntry
          {...dialog}
          onClose={close}
          onDeleted={() => {
            focusEntry(besideEntry(dialog.entry.id));
            onClosePanel();
          }}
        />
      );
    case "category-form":
      return (
        <CategoryForm
          // The palette opens a new one's form over another one's.
          key={dialog.category?.id ?? "new"}
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

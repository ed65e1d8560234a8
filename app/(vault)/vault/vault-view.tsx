"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { CategoryPanel } from "@/components/categories/category-panel";
import { CategorySelect } from "@/components/categories/category-select";
import { EntryList } from "@/components/entries/entry-list";
import { entryName } from "@/components/entries/entry-name";
import type { CategoryDraft } from "@/components/categories/category-form-values";
import type { EntryDraft } from "@/components/entries/entry-draft";
import type { EntryAction } from "@/components/entries/entry-row";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { EmptyState } from "@/components/ui/empty-state";
import { categoriesQuery } from "@/lib/client/http/queries";
import { useRights } from "@/lib/client/hooks/use-rights";
import { askToMove } from "@/lib/client/moving";
import { onceLoaded } from "@/lib/client/once-loaded";
import { keptTypedOf } from "@/lib/client/session/typed";
import type { ListedEntry } from "@/lib/contracts/entries";
import { useVaultAddress, type VaultLink } from "./use-vault-address";
import type { VaultDialog } from "./vault-dialogs";

const VaultDialogs = onDemand(() => import("./vault-dialogs"));

// Of a chosen category, so no first load needs it.
const CategoryHeading = onDemand(() => import("@/components/categories/category-heading"), null);

const dialogFor = ({ create, entry, category }: VaultLink): VaultDialog | undefined =>
  create === "entry"
    ? { kind: "entry-form", categoryId: category }
    : create === "category"
      ? { kind: "category-form" }
      : entry !== undefined
        ? { kind: "entry", id: entry, startShown: false }
        : undefined;

/** The form that was open when the session ended. */
function keptForm(): VaultDialog | undefined {
  const [entry, category] = [keptTypedOf<EntryDraft>("entry"), keptTypedOf<CategoryDraft>("category")];
  return entry
    ? { kind: "entry-form", entry: entry.entry, draft: entry }
    : category && { kind: "category-form", category: category.category, draft: category };
}

/** The vault page combines categories and entries. */
export function VaultView() {
  const { data: categories } = useQuery(categoriesQuery);
  const { may } = useRights();
  const [selected, setSelected] = useState<string>();
  const [dialog, setDialog] = useState(keptForm);
  useVaultAddress((link) => {
    if (link.category !== undefined) setSelected(link.category);
    setDialog(dialogFor(link));
  });
  useEffect(() => onceLoaded(VaultDialogs.preload), []);
  const category = categories?.find(({ id }) => id === selected);

  const newEntry = () => setDialog({ kind: "entry-form", categoryId: selected });
  const newCategory = () => setDialog({ kind: "category-form" });
  // Stable, since the rows are memoised on it.
  const onEntryAction = useCallback((action: EntryAction, entry: ListedEntry) => {
    if (action === "edit") setDialog({ kind: "entry-form", entry });
    else if (action === "delete") setDialog({ kind: "delete-entry", entry });
    else if (action === "history") setDialog({ kind: "entry-history", entry });
    else if (action === "move") {
      setDialog(undefined);
      askToMove({ kind: "entry", id: entry.id, name: entryName(entry) });
    } else setDialog({ kind: "entry", id: entry.id, startShown: action === "reveal" });
  }, []);

  const writesEntries = may("entries:write");
  const writesCategories = may("categories:write");
  const choice = {
    selected: category?.id,
    onSelect: setSelected,
    onNew: writesCategories ? newCategory : undefined,
  };
  const firstStep = categories?.length === 0 && writesCategories && (
    <EmptyState
      icon={<KeyRound />}
      title="Start with a category"
      actions={
        <Button variant="primary" icon={<Plus />} onClick={newCategory}>
          New category
        </Button>
      }
    >
      A category is one kind of key (Stripe secret key). Then add one entry per project.
    </EmptyState>
  );
  return (
    <Page
      title="Vault"
      description="Keys by category and project. Values stay hidden until you show them."
      actions={
        writesEntries && (
          <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={firstStep ? newCategory : newEntry}>
            {firstStep ? "New category" : "New entry"}
          </Button>
        )
      }
    >
      <div className="gap-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div>
          <CategoryPanel {...choice} />
        </div>
        <div className="min-w-0 space-y-4">
          <CategorySelect {...choice} />
          {category && (
            <CategoryHeading
              category={category}
              onAction={
                writesCategories
                  ? (action, one) =>
                      setDialog(
                        action === "edit"
                          ? { kind: "category-form", category: one }
                          : { kind: "delete-category", category: one },
                      )
                  : undefined
              }
            />
          )}
          <EntryList
            category={category}
            onAction={onEntryAction}
            onNew={writesEntries ? newEntry : undefined}
            empty={firstStep}
          />
        </div>
      </div>
      {dialog && (
        <VaultDialogs
          dialog={dialog}
          onClose={() => setDialog(undefined)}
          onChange={setDialog}
          onAction={onEntryAction}
          onSelectCategory={setSelected}
        />
      )}
    </Page>
  );
}

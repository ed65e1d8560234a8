"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { CategoryPanel } from "@/components/categories/category-panel";
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
import { useLoaded } from "@/lib/client/hooks/use-loaded";
import { useRights } from "@/lib/client/hooks/use-rights";
import { askToMove } from "@/lib/client/moving";
import { onceLoaded } from "@/lib/client/once-loaded";
import { keptTypedOf } from "@/lib/client/session/typed";
import type { ListedEntry } from "@/lib/contracts/entries";
import { useVaultSight, type Creation } from "./use-vault-sight";
import type { VaultDialog } from "./vault-dialogs";
import type { VaultSight } from "./vault-sight";

const VaultDialogs = onDemand(() => import("./vault-dialogs"));

// For small screens. As high as what it stands for.
const waitingSelect = <div className="h-control lg:hidden" />;
const CategorySelect = onDemand(() => import("@/components/categories/category-select"), waitingSelect);

// Of a chosen category, so no first load needs it.
const CategoryHeading = onDemand(() => import("@/components/categories/category-heading"), null);

const formFor = (create: Creation, { category }: VaultSight): VaultDialog =>
  create === "entry" ? { kind: "entry-form", categoryId: category || undefined } : { kind: "category-form" };

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
  const loaded = useLoaded();
  const [form, setForm] = useState(keptForm);
  // Of the entry that is open: its value is shown at once.
  const [startShown, setStartShown] = useState(false);
  const { sight, show } = useVaultSight((arrived, create) => {
    setStartShown(false);
    if (create) setForm(formFor(create, arrived));
    // Back must not discard what somebody types: only a link to an entry takes the form's place.
    else if (arrived.entry !== "") setForm(undefined);
  });
  useEffect(() => onceLoaded(VaultDialogs.preload), []);
  const category = categories?.find(({ id }) => id === sight.category);
  const dialog = form ?? (sight.entry === "" ? undefined : { kind: "entry" as const, id: sight.entry, startShown });

  // Stable, since the rows are memoised on what is made of it.
  const setDialog = useCallback(
    (next: VaultDialog | undefined) => {
      const opens = next?.kind === "entry";
      setForm(opens ? undefined : next);
      setStartShown(opens && next.startShown);
      show({ entry: opens ? next.id : "" }, opens ? "push" : "replace");
    },
    [show],
  );
  const selectCategory = (id: string | undefined) => show({ category: id ?? "", keyType: "" }, "push");
  // The address names it before the list of categories is there.
  const newEntry = () => setDialog({ kind: "entry-form", categoryId: sight.category || undefined });
  const newCategory = () => setDialog({ kind: "category-form" });
  const onEntryAction = useCallback(
    (action: EntryAction, entry: ListedEntry) => {
      if (action === "edit") setDialog({ kind: "entry-form", entry });
      else if (action === "duplicate") setDialog({ kind: "entry-form", like: entry });
      else if (action === "delete") setDialog({ kind: "delete-entry", entry });
      else if (action === "history") setDialog({ kind: "entry-history", entry });
      else if (action === "move") {
        setDialog(undefined);
        askToMove({ kind: "entry", ids: [entry.id], name: entryName(entry) });
      } else setDialog({ kind: "entry", id: entry.id, startShown: action === "reveal" });
    },
    [setDialog],
  );

  const writesEntries = may("entries:write");
  const writesCategories = may("categories:write");
  const choice = {
    selected: category?.id,
    onSelect: selectCategory,
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
      description="Keys by category and project. Values are hidden until you show them."
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
          {loaded ? <CategorySelect {...choice} /> : waitingSelect}
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
            sight={sight}
            onChange={(change) => show(change, Object.keys(change).join() === "search" ? "later" : "replace")}
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
          onSelectCategory={selectCategory}
        />
      )}
    </Page>
  );
}

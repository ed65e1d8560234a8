"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { CategoryPanel } from "@/components/categories/category-panel";
import { EntryList } from "@/components/entries/list/entry-list";
import type { CategoryDraft } from "@/components/categories/category-form-values";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { onDemand } from "@/components/ui/states/on-demand";
import { noPanel } from "@/components/entries/entry-sight";
import { useEntryPanel } from "@/components/entries/panel/use-entry-panel";
import { cn } from "@/components/ui/class-names";
import { categoriesQuery } from "@/lib/client/http/queries/queries";
import { useLoaded } from "@/lib/client/hooks/use-loaded";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { VaultDialog } from "./vault-dialogs";
import { vaultSight } from "./vault-sight";

const VaultDialogs = onDemand(() => import("./vault-dialogs"));
const VaultPanel = onDemand(() => import("./vault-panel"));

// For small screens. As high as what it stands for.
const waitingSelect = <div className="h-control lg:hidden" />;
const CategorySelect = onDemand(() => import("@/components/categories/category-select"), waitingSelect);

// Of an empty vault, or a chosen category.
const OverList = onDemand(() => import("./over-list"), null);

const categoryForm: VaultDialog = { kind: "category-form" };

/** The category's form that was open when the session ended. */
function keptForm(): VaultDialog | undefined {
  const draft = keptTypedOf<CategoryDraft>("category");
  return draft && { kind: "category-form", category: draft.category, draft };
}

/** The vault page combines categories and entries. */
export function VaultView() {
  const { data: categories } = useQuery(categoriesQuery);
  const { may } = useRights();
  const loaded = useLoaded();
  const [dialog, setDialog] = useState(keptForm);
  const newCategory = () => setDialog(categoryForm);
  const panel = useEntryPanel(
    vaultSight,
    useCallback((entry: ListedEntry) => setDialog({ kind: "delete-entry", entry }), []),
    newCategory,
  );
  const { sight, show, open } = panel;
  const newEntry = () =>
    sight.create ? document.querySelector<HTMLElement>("main dialog")?.focus() : open({ create: "entry" });
  useEffect(
    () =>
      onceLoaded(() => {
        VaultPanel.preload();
        VaultDialogs.preload();
      }),
    [],
  );
  const category = categories?.find(({ id }) => id === sight.category);
  const selectCategory = (id: string | undefined) => show({ category: id ?? "", keyType: "" }, "push");
  const closePanel = () => panel.put(noPanel);
  const writesEntries = may("entries:write");
  const writesCategories = may("categories:write");
  const choice = {
    selected: category?.id,
    onSelect: selectCategory,
    onNew: writesCategories ? newCategory : undefined,
  };
  const isOpen = sight.entry !== "" || (sight.create !== "" && writesEntries);
  const firstStep = categories?.length === 0 && writesCategories && <OverList onNew={newCategory} />;
  return (
    <div className={cn(isOpen && "lg:pr-(--panel)")}>
      <Page
        title="Vault"
        description="Values are hidden until you show them."
        actions={
          writesEntries && (
            <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={firstStep ? newCategory : newEntry}>
              {firstStep ? "New category" : "New entry"}
            </Button>
          )
        }
      >
        <div
          className={cn(
            "gap-6",
            // The panel takes the place of the categories, unless the window has room for both.
            isOpen ? "min-[110rem]:grid" : "lg:grid",
            "grid-cols-[15rem_minmax(0,1fr)]",
          )}
        >
          <div className={cn(isOpen && "max-[110rem]:hidden")}>
            <CategoryPanel {...choice} />
          </div>
          <div className="min-w-0 space-y-4">
            {loaded ? (
              <CategorySelect {...choice} className={isOpen ? "min-[110rem]:hidden" : "lg:hidden"} />
            ) : (
              waitingSelect
            )}
            {category && (
              <OverList
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
              panel={panel}
              onNew={writesEntries ? newEntry : undefined}
              empty={firstStep}
            />
          </div>
        </div>
        {(isOpen || keptTypedOf("entry") !== undefined) && (
          <VaultPanel
            {...panel}
            onClose={closePanel}
            onSaved={(entryId, next) => setDialog({ kind: "after-form", entryId, next })}
          />
        )}
        {dialog && (
          <VaultDialogs
            dialog={dialog}
            onClose={() => setDialog(undefined)}
            onClosePanel={closePanel}
            onSelectCategory={selectCategory}
          />
        )}
      </Page>
    </div>
  );
}

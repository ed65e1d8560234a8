"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Vault } from "lucide-react";
import type { ReactNode } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { ErrorState } from "@/components/ui/states/error-state";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { categoriesInOrder } from "@/lib/client/http/queries/queries-in-order";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import { useEntryCounts } from "./use-entry-counts";

const ImportedCategories = onDemand(() => import("./imported-categories"), null);

export type CategoryChoice = { selected: string | undefined; onSelect: (id: string | undefined) => void };

/** How to make one, for those who may. */
export type NewCategory = { onNew: (() => void) | undefined };

/** The categories beside their entries on wide screens; elsewhere `CategorySelect` is used. */
export function CategoryPanel({ selected, onSelect, onNew }: CategoryChoice & NewCategory) {
  const categories = useQuery(categoriesInOrder);
  const data = useDeferred(categories.data);
  const { total, counts } = useEntryCounts();
  const imported = data?.filter(({ origin }) => origin) ?? [];
  const rowOf = ({ id, name, icon }: KeyCategory) => (
    <CategoryRow
      key={id}
      current={selected === id}
      count={counts?.get(id) ?? (counts && 0)}
      icon={<BrandIcon slug={icon} name={name} />}
      onSelect={() => onSelect(id)}
    >
      {name}
    </CategoryRow>
  );
  return (
    <Card className="sticky top-4 hidden max-h-[calc(100dvh-2rem)] flex-col overflow-clip lg:flex">
      <CardHeader
        title="Categories"
        actions={onNew && <IconButton label="New category" icon={<Plus />} onClick={onNew} />}
      />
      {data ? (
        <ul className="min-h-0 flex-1 overflow-y-auto p-1.5">
          <CategoryRow
            current={selected === undefined}
            count={total}
            icon={<Vault aria-hidden className="size-5 p-0.5 text-muted" />}
            onSelect={() => onSelect(undefined)}
          >
            All entries
          </CategoryRow>
          {data.map((category) => !category.origin && rowOf(category))}
          {imported.length > 0 && (
            <ImportedCategories categories={imported} selected={selected}>
              {rowOf}
            </ImportedCategories>
          )}
        </ul>
      ) : categories.isError ? (
        <ErrorState error={categories.error} onRetry={categories.refetch} />
      ) : (
        <SkeletonRows
          rows={6}
          rowHeight="h-9 pointer-coarse:h-11"
          label="Loading categories"
          className="divide-y-0 p-1.5"
        />
      )}
    </Card>
  );
}

function CategoryRow({
  current,
  count,
  icon,
  onSelect,
  children,
}: {
  current: boolean;
  count: number | undefined;
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={current}
        onClick={onSelect}
        className={cn(
          "flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm focus-visible:-outline-offset-2 pointer-coarse:h-11",
          current ? "bg-accent-soft font-medium text-accent-ink" : "hover:bg-sunken",
        )}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{children}</span>
        <span className={cn("text-xs", !current && "text-muted")}>{count}</span>
      </button>
    </li>
  );
}

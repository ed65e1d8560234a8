"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Select } from "@/components/ui/inputs/select";
import { categoriesInOrder } from "@/lib/client/http/queries/queries-in-order";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { CategoryChoice, NewCategory } from "./category-panel";
import { useEntryCounts } from "./use-entry-counts";

/** The categories on small screens, as a native select. */
export default function CategorySelect({
  selected,
  onSelect,
  onNew,
  className,
}: CategoryChoice & NewCategory & { className: string }) {
  const { data: categories } = useQuery(categoriesInOrder);
  const { total, counts } = useEntryCounts();
  const made = categories?.filter(({ origin }) => !origin);
  const imported = categories?.filter(({ origin }) => origin) ?? [];
  const optionOf = ({ id, name }: KeyCategory) => (
    <option key={id} value={id}>
      {counts ? `${name} (${counts.get(id) ?? 0})` : name}
    </option>
  );
  return (
    <div className={cn("flex items-center gap-1", className)}>
      <Select
        aria-label="Category"
        className="min-w-0 flex-1"
        value={selected ?? ""}
        onChange={(event) => onSelect(event.target.value || undefined)}
      >
        <option value="">{total === undefined ? "All entries" : `All entries (${total})`}</option>
        {made?.map(optionOf)}
        {imported.length > 0 && <optgroup label="From imports">{imported.map(optionOf)}</optgroup>}
      </Select>
      {onNew && <IconButton label="New category" icon={<Plus />} onClick={onNew} />}
    </div>
  );
}

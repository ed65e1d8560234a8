"use client";

import { VirtualRows } from "@/components/ui/virtual-rows";
import { useWide } from "@/lib/client/hooks/use-wide";
import type { TrashItem } from "@/lib/contracts/vault/trash";
import { TrashRow } from "./trash-row";

/** Two lines of text; five on a phone, where the day of deletion takes two. */
const heights = { wide: 64, narrow: 108 };

export default function TrashRows({
  items,
  onDelete,
}: {
  items: readonly TrashItem[];
  onDelete: (item: TrashItem) => void;
}) {
  const rowHeight = useWide() ? heights.wide : heights.narrow;
  return (
    <VirtualRows items={items} itemKey={({ id }) => id} rowHeight={rowHeight} label="Trash">
      {(item) => <TrashRow item={item} onDelete={onDelete} />}
    </VirtualRows>
  );
}

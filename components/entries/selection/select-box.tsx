import { cn } from "@/components/ui/class-names";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { OnSelect } from "./use-selection";

type SelectBoxProps = {
  entry: ListedEntry;
  /** What it selects, in words. */ what: string;
  selected: boolean;
  /** The list's boxes are shown; else only the one under the pointer is. */ on: boolean;
  onSelect: OnSelect;
};

/** Stands over the row's icon. 40 px each way under a finger. */
export function SelectBox({ entry, what, selected, on, onSelect }: SelectBoxProps) {
  return (
    <label
      className={cn(
        "absolute inset-y-0 left-0 z-1 w-11 cursor-pointer place-items-center sm:w-12",
        on ? "grid" : "hidden group-hover:pointer-fine:grid",
      )}
    >
      <input
        type="checkbox"
        data-key="x"
        aria-label={`Select ${what}`}
        className="size-4 cursor-pointer"
        checked={selected}
        // The browser's own event is the click, which says whether Shift was held.
        onChange={({ nativeEvent }) => onSelect(entry, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}

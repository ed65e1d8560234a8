"use client";

import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import type { KeyCategory } from "@/lib/contracts/vault/categories";

const storageKey = "imported-categories";

/** Whether somebody opened them in this browser. Where nobody did, a chosen one of them does. */
function keptOpen(): true | undefined {
  try {
    return window.localStorage.getItem(storageKey) === "open" || undefined;
  } catch {
    return undefined;
  }
}

function keepOpen(open: boolean): void {
  try {
    if (open) window.localStorage.setItem(storageKey, "open");
    else window.localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: a reload folds them.
  }
}

/** The categories that imports made, folded under one line. */
export default function ImportedCategories({
  categories,
  selected,
  children,
}: {
  categories: readonly KeyCategory[];
  selected: string | undefined;
  /** The row of one. */ children: (category: KeyCategory) => ReactNode;
}) {
  const [opened, setOpened] = useState<boolean | undefined>(keptOpen);
  // Until somebody folds them themselves, a chosen one opens them.
  const open = opened ?? categories.some(({ id }) => id === selected);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          setOpened(!open);
          keepOpen(!open);
        }}
        className="flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm text-muted hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:h-11"
      >
        <ChevronRight aria-hidden className={cn("size-5 p-0.5", open && "rotate-90")} />
        {categories.length} from imports
      </button>
      {open && <ul aria-label="Categories from imports">{categories.map(children)}</ul>}
    </li>
  );
}

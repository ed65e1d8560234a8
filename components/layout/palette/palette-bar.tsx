import { Search } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Kbd } from "@/components/ui/buttons/kbd";

export type PaletteProps = {
  search: string;
  onSearch: (search: string) => void;
  /** Enter waits for what it may lead to. */
  lastKey: KeyboardEvent | undefined;
  onKey: (event: KeyboardEvent) => void;
  onClose: () => void;
  onHelp: () => void;
  onNewTeam: () => void;
};

/** Shared by the placeholder field and the real one, so that nothing moves when they are swapped. */
export const paletteField = {
  placeholder: "Find a page, entry, code, project…",
  maxLength: 200,
  className: "h-12 min-w-0 flex-1 bg-transparent text-lg focus-visible:outline-none",
};
export const paletteListHeight = "max-h-[min(60dvh,26rem)]";

export function PaletteBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-0 flex items-center gap-2.5 border-b border-line bg-surface px-4">
      <Search aria-hidden className="size-4 text-muted" />
      {children}
      <Kbd>Esc</Kbd>
    </div>
  );
}

"use client";

import { createContext, useContext, useId, type KeyboardEvent, type ReactNode } from "react";
import { cn } from "./class-names";

const TabsContext = createContext<{ id: string; value: string } | undefined>(undefined);

export type TabsProps<V extends string> = {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; badge?: ReactNode }[];
  /** At the far end of the tab row. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Arrow keys move and select, after the ARIA pattern; the caller renders one `TabPanel` for the selected value. */
export function Tabs<V extends string>({ label, value, onValueChange, tabs, actions, children }: TabsProps<V>) {
  const id = useId();
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onValueChange(tab.value);
    document.getElementById(`${id}-tab-${tab.value}`)?.focus();
  }
  return (
    <TabsContext value={{ id, value }}>
      <div className="flex items-end justify-between gap-3 border-b border-line">
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className="-mb-px flex min-w-0 flex-wrap px-1 pt-1 sm:gap-x-1"
        >
          {tabs.map((tab) => {
            const selected = tab.value === value;
            return (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-tab-${tab.value}`}
                aria-selected={selected}
                aria-controls={selected ? `${id}-panel-${tab.value}` : undefined}
                tabIndex={selected ? 0 : -1}
                onClick={() => onValueChange(tab.value)}
                className={cn(
                  "inline-flex h-control items-center gap-1 border-b-2 px-2 text-sm sm:gap-1.5 sm:px-2.5 whitespace-nowrap focus-visible:-outline-offset-2",
                  selected ? "border-accent font-medium text-ink" : "border-transparent text-muted hover:text-ink",
                )}
              >
                {tab.label}
                {tab.badge}
              </button>
            );
          })}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-1 pb-1">{actions}</div>}
      </div>
      {children}
    </TabsContext>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = useContext(TabsContext);
  if (!tabs || tabs.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}

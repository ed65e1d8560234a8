"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";
import { cn } from "@/components/ui/class-names";
import { positionPopover } from "@/components/ui/dialogs/popover-position";
import type { ProjectName } from "./use-project-names";

type ProjectNameListProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  names: readonly ProjectName[];
  active: number;
  onChoose: (name: string) => void;
};

/** A popover, so that the dialog around the field does not cut it off. */
export function ProjectNameList({ id, anchor, names, active, onChoose }: ProjectNameListProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !anchor.current) return;
    if (!element.matches(":popover-open")) element.showPopover();
    element.style.width = `${anchor.current.offsetWidth}px`;
    positionPopover(element, anchor.current, { align: "start" });
  }, [anchor, names]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label="Projects in the vault"
      popover="manual"
      className="floating rounded-md border border-line bg-surface p-1 text-ink shadow-float"
    >
      {names.map(({ name, categories }, index) => (
        <li
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus to it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className={cn(
            "flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11",
            index === active && "bg-accent-soft",
          )}
        >
          <span className="min-w-0 truncate">{name}</span>
          <span className="max-w-1/2 shrink-0 truncate text-xs text-muted">{categories.join(", ")}</span>
        </li>
      ))}
    </ul>
  );
}

"use client";

import { Check } from "lucide-react";
import type { ActiveVault } from "@/lib/client/vaults/active-vault";
import { Link } from "./link";
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { cn } from "../class-names";
import { positionPopover, type Placement } from "../dialogs/popover-position";
import { Spinner } from "../states/spinner";

/** Spread onto the button that opens the menu. */
type MenuTrigger = Pick<
  ComponentProps<"button">,
  "popoverTarget" | "aria-haspopup" | "aria-expanded" | "aria-controls" | "onKeyDown" | "id"
>;

export type MenuProps = {
  /** Names the menu, such as "Actions for Stripe". */
  label: string;
  trigger: (props: MenuTrigger) => ReactNode;
  align?: Placement["align"];
  side?: Placement["side"];
  children: ReactNode;
};

const items = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])'),
];

/**
 * A menu button after the ARIA pattern: arrows, Home, End, first letters. The browser's popover closes it and restores
 * the focus.
 */
export function Menu({ label, trigger, align = "end", side = "below", children }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const triggerId = `${id}-trigger`;
  const anchor = () => document.getElementById(triggerId);

  // Items that load when the menu is opened: it grows, and the first one takes the focus.
  useEffect(() => {
    const element = menu.current;
    if (!open || !element) return;
    const sizes = new ResizeObserver(() => {
      const target = document.getElementById(triggerId);
      if (target) positionPopover(element, target, { align, side });
      if (!element.contains(document.activeElement)) items(element)[0]?.focus();
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [open, triggerId, align, side]);

  useEffect(() => {
    if (!open) return;
    const top = () => document.getElementById(triggerId)?.getBoundingClientRect().top;
    const openedAt = top();
    const close = () => menu.current?.hidePopover();
    // If the trigger does not move while scrolling, the menu may stay open.
    const closeIfMoved = () => top() !== openedAt && close();
    window.addEventListener("scroll", closeIfMoved, { passive: true });
    window.addEventListener("resize", close);
    return () => {
      window.removeEventListener("scroll", closeIfMoved);
      window.removeEventListener("resize", close);
    };
  }, [open, triggerId]);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = items(event.currentTarget);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target =
      event.key === "ArrowDown"
        ? all[(at + 1) % all.length]
        : event.key === "ArrowUp"
          ? all[(at - 1 + all.length) % all.length]
          : event.key === "Home"
            ? all[0]
            : event.key === "End"
              ? all.at(-1)
              : event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey
                ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
                    item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
                  )
                : undefined;
    if (event.key === "Tab") event.currentTarget.hidePopover();
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  }

  return (
    <>
      {trigger({
        id: triggerId,
        popoverTarget: id,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": id,
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          event.currentTarget.click();
        },
      })}
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        tabIndex={-1}
        onKeyDown={move}
        onBeforeToggle={(event) => {
          if (event.newState !== "open") return;
          const element = event.currentTarget;
          setOpen(true);
          // Runs after it is shown and measurable, before it is painted.
          requestAnimationFrame(() => {
            const target = anchor();
            if (target) positionPopover(element, target, { align, side });
            items(element)[0]?.focus();
          });
        }}
        onToggle={(event) => setOpen(event.newState === "open")}
        className="floating max-h-[calc(100dvh-1rem)] min-w-44 max-w-[calc(100vw-1rem)] overflow-y-auto! rounded-lg border border-line bg-surface p-1 text-sm text-ink shadow-float"
      >
        {/* Only while open: a list has one menu per row. */}
        {open && children}
      </div>
    </>
  );
}

const itemStyle =
  "flex h-control w-full items-center gap-2.5 rounded-sm px-2 text-left text-sm select-none hover:bg-sunken focus:bg-sunken focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

const closeAround = (element: Element) => element.closest<HTMLElement>('[role="menu"]')?.hidePopover();

export type MenuItemProps = {
  icon?: ReactNode;
  tone?: "plain" | "danger";
  disabled?: boolean;
  hint?: ReactNode;
  onSelect?: () => void;
  href?: string;
  /** Of the link: where its page is, if not here. */
  activeVault?: ActiveVault;
  /** One option of a single-choice group. */
  checked?: boolean;
  children: ReactNode;
};

export function MenuItem({
  icon,
  tone = "plain",
  disabled = false,
  hint,
  onSelect,
  href,
  activeVault,
  checked,
  children,
}: MenuItemProps) {
  const content = (
    <>
      {icon && (
        <span aria-hidden className={cn("contents", tone === "plain" && "[&_svg]:text-muted")}>
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint && <span className="text-xs text-muted">{hint}</span>}
      {checked && <Check aria-hidden className="text-accent-ink" />}
    </>
  );
  const className = cn(itemStyle, tone === "danger" && "text-danger-ink hover:bg-danger-soft focus:bg-danger-soft");
  if (href !== undefined)
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        href={href}
        {...(activeVault !== undefined && { activeVault })}
        aria-current={checked ? "true" : undefined}
        className={className}
        onClick={(event) => closeAround(event.currentTarget)}
      >
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      className={className}
      onClick={(event) => {
        if (disabled) return;
        // The focus is back on the trigger before a dialog opens, so that the dialog can return it there.
        closeAround(event.currentTarget);
        onSelect?.();
      }}
    >
      {content}
    </button>
  );
}

/** Instead of items that are still loading. */
export const MenuWaiting = () => (
  <p className="flex h-control items-center px-2">
    <Spinner />
  </p>
);

export function MenuSeparator() {
  return <div role="separator" className="-mx-1 my-1 border-t border-line" />;
}

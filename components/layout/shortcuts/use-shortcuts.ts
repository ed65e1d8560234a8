import { useEffect, useRef } from "react";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import { useNavigation } from "../navigation";
import { shortcutsEnabled } from "./shortcut-setting";

export const sequenceMilliseconds = 1_200;

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether a key may be a shortcut by itself: outside fields, modal dialogs, menus and popovers, and while they are enabled. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !typing(event.target) &&
  !document.querySelector("dialog:modal, [popover=auto]:popover-open") &&
  shortcutsEnabled();

/** Goes to the page's search, or presses its creating button; whether there is one. */
export function press(name: "search" | "new"): boolean {
  const element = [...document.querySelectorAll<HTMLElement>(`main [data-shortcut="${name}"]`)].find((found) =>
    found.checkVisibility(),
  );
  if (!element) return false;
  if (name === "search") element.focus();
  else element.click();
  return true;
}

/** What Find announces as its keys (WAI-ARIA `aria-keyshortcuts`), from the moment the page listens to them. */
export const useFindKeys = (): string | undefined => (useHydrated() ? "Control+K Meta+K" : undefined);

/** Ctrl/Cmd-K works everywhere; single keys only outside fields and dialogs, and only while enabled. */
export function useShortcuts({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }): void {
  const goTo = useGoTo();
  const navigation = useRef<ReturnType<typeof useNavigation>>([]);
  const pages = useNavigation();
  useEffect(() => {
    navigation.current = pages;
  });
  const lastG = useRef(0);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return onSearch();
      }
      if (!isSingleKey(event)) return;
      const page =
        Date.now() - lastG.current < sequenceMilliseconds
          ? navigation.current.find(({ key }) => key === event.key)
          : undefined;
      lastG.current = event.key === "g" ? Date.now() : 0;
      if (page) goTo(page.href);
      else if (event.key === "?") onHelp();
      else if (event.key === "/" ? !press("search") : event.key === "n" ? !press("new") : true) return;
      event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onSearch, onHelp, goTo]);
}

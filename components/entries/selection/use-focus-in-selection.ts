import { useEffect, useRef } from "react";

const find = (selector: string, within: ParentNode | null | undefined = document) =>
  within?.querySelector<HTMLElement>(selector);

/**
 * Finds the focus another place when what has it goes as a selection begins, grows or ends: the button for that, or a box.
 * `remember` notes before each of them what has it.
 */
export function useFocusInSelection(on: boolean, count: number): { remember: () => void } {
  const before = useRef<Element>(undefined);
  useEffect(() => {
    const had = before.current;
    before.current = undefined;
    if (!had || had.checkVisibility() || ![had, document.body].includes(document.activeElement ?? had)) return;
    const place = on
      ? (count > 0 && find('section[aria-label="Selection"] button:enabled')) || find('[data-key="x"]')
      : (find("[data-entry]", had.closest("label")?.parentElement ?? null) ?? find("[data-selects]"));
    // Ending a selection far down the list must not scroll.
    place?.focus({ preventScroll: true });
  }, [on, count]);
  return {
    remember: () => {
      before.current = document.activeElement === document.body ? undefined : (document.activeElement ?? undefined);
    },
  };
}

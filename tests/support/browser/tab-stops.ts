import type { Page } from "@playwright/test";

const mostStops = 60;
const pressesAtOnce = 6;

/** The page's stops of the Tab key, from its beginning, whose focus is not seen. */
export async function unseenTabStops(page: Page): Promise<string[]> {
  // Judged within the page when the focus arrives: to ask from outside after each press takes longer than the presses.
  const stops = await page.evaluateHandle(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    // On the element itself, or on its extended area.
    const ringed = (element: Element | null): boolean =>
      element !== null &&
      [null, "::after"].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      });
    const isSeen = (focused: Element): boolean => {
      const { width, height } = focused.getBoundingClientRect();
      return (ringed(focused) || ringed(focused.closest("label"))) && width > 1 && height > 1;
    };
    const found = new Map<Element, boolean>();
    const arrived = ({ target }: Event) => {
      if (target instanceof Element && !found.has(target)) found.set(target, isSeen(target));
    };
    document.addEventListener("focusin", arrived);
    return {
      count: () => found.size,
      unseen: () => {
        document.removeEventListener("focusin", arrived);
        return [...found].filter(([, seen]) => !seen).map(([element]) => element.outerHTML.slice(0, 160));
      },
    };
  });
  let count = 0;
  // After the last stop the first one comes again.
  for (let before = -1; count > before && count < mostStops;) {
    before = count;
    for (let press = 0; press < pressesAtOnce; press++) await page.keyboard.press("Tab");
    count = await stops.evaluate((all) => all.count());
  }
  const unseen = await stops.evaluate((all) => all.unseen());
  await stops.dispose();
  return count > 0 ? unseen : ["there is none"];
}

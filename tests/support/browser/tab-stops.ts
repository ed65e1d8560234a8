import type { Page } from "@playwright/test";

/** The page's stops of the Tab key, from its beginning, whose focus is not seen. */
export async function unseenTabStops(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const unseen: string[] = [];
  let stops = 0;
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return "end";
      // On the element itself, or on its extended area.
      const ringed = (element: Element | null): boolean =>
        element !== null &&
        [null, "::after"].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        });
      const { width, height } = focused.getBoundingClientRect();
      return (ringed(focused) || ringed(focused.closest("label"))) && width > 1 && height > 1
        ? ""
        : focused.outerHTML.slice(0, 160);
    });
    if (seen === "end") break;
    stops++;
    if (seen) unseen.push(seen);
  }
  return stops > 0 ? unseen : ["there is none"];
}

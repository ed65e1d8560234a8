import type { Page } from "@playwright/test";

/**
 * Controls whose target, including label and extended area, is smaller than a finger or a pointer needs: found by
 * pressing around the middle of each.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const least = (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) ? 44 : 24;
  return page.evaluate((size) => {
    const inText = (element: Element) =>
      getComputedStyle(element).display === "inline" && element.closest("p") !== null;
    const pressable = "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role^=menuitem]";
    const top = document.querySelector("dialog:modal") ?? document;
    return [...top.querySelectorAll<HTMLElement>(pressable)]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          !control.closest(".sr-only") &&
          !control.matches(":disabled") &&
          !inText(control),
      )
      .flatMap((control) => {
        control.scrollIntoView({ block: "center", inline: "nearest" });
        const { left, top, width, height } = control.getBoundingClientRect();
        const belongs = (x: number, y: number) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (control.contains(hit) || hit.closest("label")?.control === control);
        };
        const reach = (stepX: number, stepY: number) => {
          let steps = 0;
          while (
            steps < size &&
            belongs(left + width / 2 + stepX * (steps + 1), top + height / 2 + stepY * (steps + 1))
          )
            steps++;
          return steps;
        };
        const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
        return wide < size - 1 || high < size - 1
          ? [
              `${control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40)} <${control.tagName.toLowerCase()}> ${wide}×${high}`,
            ]
          : [];
      });
  }, least);
}

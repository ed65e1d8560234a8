import type { Page } from "@playwright/test";

type Shifts = { total: number; by: string[] };

/** From now on each page records what moves on it unasked, from its first paint. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shifts = { total: 0, by: [] };
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue;
        shifts.total += shift.value;
        shifts.by.push(
          ...shift.sources.map(
            ({ node }) =>
              `${shift.value.toFixed(4)} ${(node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 120)}`,
          ),
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftMax = 0.02;

/** What moved while the page loaded, if it was more than a page may move. */
export async function tooMuchShift(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const { total, by } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
  return total < shiftMax ? [] : [`${total} in all`, ...by];
}

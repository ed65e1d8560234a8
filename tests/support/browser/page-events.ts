import type { Page } from "@playwright/test";

/** What the page is told when another tab or program covers it. */
export const hideTab = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/**
 * Makes the page fetch again what it shows, as when the connection returns after a while; `path` is among it. The page's
 * clock has to be installed.
 */
export async function fetchAgain(page: Page, path: string): Promise<void> {
  const fetched = page.waitForResponse((response) => response.url().endsWith(path));
  await page.clock.fastForward(11_000);
  await page.evaluate(() => ["offline", "online"].forEach((name) => window.dispatchEvent(new Event(name))));
  await fetched;
}

export const fetchEntriesAgain = (page: Page): Promise<void> => fetchAgain(page, "/api/entries");

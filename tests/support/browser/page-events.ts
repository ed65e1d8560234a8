import type { Page } from "@playwright/test";

/** What the page is told when another tab or program covers it. */
export const hideTab = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/**
 * Makes the page fetch its list of entries again, as when the connection returns after a while. The page's clock has to
 * be installed.
 */
export async function fetchEntriesAgain(page: Page): Promise<void> {
  const fetched = page.waitForResponse((response) => response.url().endsWith("/api/entries"));
  await page.clock.fastForward(11_000);
  await page.evaluate(() => ["offline", "online"].forEach((name) => window.dispatchEvent(new Event(name))));
  await fetched;
}

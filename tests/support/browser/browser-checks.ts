import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";

/** What axe finds, once nothing moves any more: it reads colours as they are painted. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  // It scrolls about; the page hears of that with the next frame, and closes what a scroll closes.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Where a secret is left behind, of all places that a page can keep it: the document, its storage, its address and history. */
export const traces = (page: Page, secret: string): Promise<string[]> =>
  page.evaluate((text) => {
    const kept = {
      html: document.documentElement.outerHTML,
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      cookie: document.cookie,
      address: location.href + JSON.stringify(history.state),
      name: window.name,
    };
    return Object.entries(kept)
      .filter(([, value]) => value.includes(text))
      .map(([where]) => where);
  }, secret);

/** Requests that left this origin, and what the content security policy refused; both fill up as the page goes on. */
export function watchOrigins(page: Page, baseURL: string | undefined): { outside: string[]; refused: string[] } {
  const seen = { outside: [] as string[], refused: [] as string[] };
  page.on("request", (request) => {
    if (![`${baseURL}/`, "data:", "blob:"].some((start) => request.url().startsWith(start)))
      seen.outside.push(request.url());
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) seen.refused.push(message.text());
  });
  return seen;
}

/** Chosen before the first page is asked for, as somebody who comes back has it. */
export const chooseTheme = (
  context: BrowserContext,
  theme: "light" | "dark",
  baseURL: string | undefined,
): Promise<void> => context.addCookies([{ name: "theme", value: theme, url: baseURL ?? "" }]);

/** Keeps the pages' scripts waiting, so that a page stands as the server sent it, until the result is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";

/** What axe finds in light and then in dark, by the page's own theme where one was chosen, else by what the system prefers. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  const html = page.locator("html");
  const follows = (await html.getAttribute("data-theme")) === "system";
  for (const theme of ["light", "dark"] as const) {
    if (follows) await page.emulateMedia({ colorScheme: theme });
    else await html.evaluate((element, chosen) => void (element.dataset["theme"] = chosen), theme);
    found.push(...(await violations(page)).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}

/**
 * What axe finds in the theme that stands, once nothing moves any more: it reads colours as they are painted. Without its own
 * way through frames, which opens a page of its own each time: a page with a frame would have to be asked that way.
 */
export async function violations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error("axe would not look into this page's frames");
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  // It scrolls about; the page hears of that with the next frame, and closes what a scroll closes.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`),
  );
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

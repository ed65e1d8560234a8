import type { BrowserContext, Locator, Page } from "@playwright/test";
import axe from "axe-core";

/** The rules of axe that look at colours. For all others a page is the same in either theme. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** Below this width, pages have the sheets and the navigation of phones. */
const phoneWidthMax = 639;

/**
 * axe's findings in light and then in dark: by the page's own theme if one was chosen, else by the system's preference.
 * At a phone's width in light only, since colours don't depend on the width, and each page is looked at on the desktop too;
 * `phones` looks there in dark as well: for what only phones show.
 */
export async function violationsInBothThemes(page: Page, { phones = false } = {}): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? 0) <= phoneWidthMax;
  const themes = isPhone && !phones ? (["light"] as const) : (["light", "dark"] as const);
  const found: string[] = [];
  const html = page.locator("html");
  const follows = (await html.getAttribute("data-theme")) === "system";
  for (const theme of themes) {
    if (follows) await page.emulateMedia({ colorScheme: theme });
    else await html.evaluate((element, chosen) => void (element.dataset["theme"] = chosen), theme);
    await nextFrame(page);
    const rules = theme === "light" ? undefined : ofColours;
    found.push(...(await violations(page, rules)).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}

/** The same at the test's own size and then at a phone's: for pages whose tests run once. */
export async function violationsAtBothSizes(page: Page): Promise<string[]> {
  const own = page.viewportSize();
  const found = await violationsInBothThemes(page);
  await page.setViewportSize({ width: 375, height: 740 });
  found.push(...(await violationsInBothThemes(page)).map((violation) => `375 px: ${violation}`));
  if (own) await page.setViewportSize(own);
  return found;
}

/**
 * axe's findings in the current theme, by all rules unless some are named. What moves is brought to its end, since axe
 * reads painted colours. It does not look into frames, for which it would open an extra page each time.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error("axe would not look into this page's frames");
  // Brought to their end, not awaited: on a busy machine frames may be seconds apart. Where every element has a
  // transition, an inherited colour moves on by one level with each.
  await page.evaluate(() => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState !== "finished" && effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let some = moving(); some.length > 0; some = moving()) for (const animation of some) animation.finish();
  });
  // Half a megabyte of script, which stays until the page is left.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    return (await inPage.run({ resultTypes: ["violations"], ...(only && { runOnly: only }) })).violations;
  }, rules);
  // axe scrolls. The page notices with the next frame, and closes what scrolling closes.
  await nextFrame(page);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} (${failureSummary ?? ""})`),
  );
}

/** Once the page has drawn what was changed: a theme, say, has reached every part of it. */
const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Whether one part of the page lies over another. Both have to be there. */
export async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("There are no such two parts");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * Where a secret remains, among all places where a page can keep it: the document, its storage, its address and
 * history.
 */
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

/** Requests to other origins, and violations of the content security policy. Both lists fill as the page runs. */
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

/** Chosen before the first page is requested, as for somebody who comes back. */
export const chooseTheme = (
  context: BrowserContext,
  theme: "light" | "dark",
  baseURL: string | undefined,
): Promise<void> => context.addCookies([{ name: "theme", value: theme, url: baseURL ?? "" }]);

/** Holds back the pages' scripts, so that a page stays as the server sent it, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

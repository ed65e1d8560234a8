import { expect, test, type Page } from "@playwright/test";
import { signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes, watchOrigins } from "../../support/browser/browser-checks";
import { aFullTeam, aFullVault, notFoundPage, open, openPages } from "../../support/browser/browser-pages";
import { recordShifts, tooMuchShift } from "../../support/browser/layout-shifts";
import { smallTargets } from "../../support/browser/small-targets";
import { unseenTabStops } from "../../support/browser/tab-stops";

/** What these pages open by their address. */
const dialogRequests: Record<string, string[]> = {
  "/vault": ["entry", "category"],
  "/2fa": ["token"],
  "/envs": ["project"],
  "/access-keys": ["key"],
};

// To open a page costs more than to check it, so each is opened once for all of these checks.
for (const { whose, pagesOf } of [
  { whose: "a person's vault", pagesOf: (page: Page) => aFullVault(page, "mark") },
  {
    whose: "a team's vault, and of nobody's",
    pagesOf: async (page: Page) => [...(await aFullTeam(page, "mark")), notFoundPage, ...openPages],
  },
])
  test(`each page of ${whose} does what every page must`, async ({ page, baseURL }) => {
    test.slow();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on(
      "console",
      (message) =>
        message.type() === "error" &&
        !message.location().url.endsWith(notFoundPage.path) &&
        errors.push(message.text()),
    );
    const { outside, refused } = watchOrigins(page, baseURL);
    await recordShifts(page);
    await signUp(page);
    for (const one of await pagesOf(page)) {
      const none = (what: string, found: string[]) => expect.soft(found, `${one.name}: ${what}`).toEqual([]);
      const answer = await open(page, one);
      expect.soft(answer?.status(), one.name).toBe(one === notFoundPage ? 404 : 200);
      expect.soft(await answer?.text(), `${one.name}: is rendered on the server`).toContain("<h1");
      none("nothing jumps while it loads", await tooMuchShift(page));
      // As if light were chosen in the settings.
      await page.locator("html").evaluate((html) => void (html.dataset["theme"] = "light"));
      none("has no axe violations in light and in dark", await violationsInBothThemes(page));
      none("its targets are 44 px for a finger, and 24 px for a pointer", await smallTargets(page));
      none("every stop of the Tab key is visible", await unseenTabStops(page));
      for (const request of dialogRequests[one.path] ?? []) {
        await page.goto(`${one.path}?new=${request}`);
        await expect(page.getByRole("dialog")).toBeVisible();
        none(`targets of new ${request}`, await smallTargets(page));
      }
      none("has no error", errors.splice(0));
      none("sends no request to another origin", outside.splice(0));
      none("does not violate its own content security policy", refused.splice(0));
    }
  });

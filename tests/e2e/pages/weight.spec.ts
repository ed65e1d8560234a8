import { expect, test, type Page } from "@playwright/test";
import { signUp } from "../../support/browser/browser-actors";
import {
  aFullTeam,
  aFullVault,
  notFoundPage,
  open,
  openPages,
  type VaultPage,
} from "../../support/browser/browser-pages";
import { holdAnswers } from "../../support/browser/held-answers";
import { recordShifts, tooMuchShift } from "../../support/browser/layout-shifts";

const scriptBytesMax = 170 * 1024;

type WeighedPage = VaultPage & { hasLists: boolean };

const weighedPages = async (page: Page): Promise<WeighedPage[]> => [
  ...[...(await aFullVault(page, "mark")), ...(await aFullTeam(page, "mark"))].map((one) => ({
    ...one,
    hasLists: true,
  })),
  ...[notFoundPage, ...openPages].map((one) => ({ ...one, hasLists: false })),
];

/**
 * The scripts that a page loads before its load event, in a browser with an empty cache: gzipped bytes of their bodies.
 */
async function firstLoad(page: Page, { path, hasLists }: WeighedPage): Promise<{ bytes: number; unzipped: string[] }> {
  // A team's page asks again by itself: the page before must not be taken for this one.
  await page.goto("about:blank");
  // Whatever a page fetches once its lists have arrived, such as visible charts, is needed by then, so the lists are
  // held back here. Waits for this page's own load event: the state "load" may still be the previous page's.
  const loaded = page.waitForEvent("load");
  await page.route("**/api/**", async (route) => {
    await loaded;
    await route.continue();
  });
  // A late load event, as on a slow network, must not include what is fetched in idle time. So the fonts, which it
  // waits for, arrive only after the page has requested its lists and is idle.
  if (hasLists) {
    const asked = page.waitForRequest("**/api/**");
    await page.route("**/*.woff2", async (route) => {
      await asked;
      // A machine that is short of time leaves a page that moves, such as one with skeletons, no idle moment at all.
      await page.evaluate(() => {
        const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
        return idle().then(idle);
      });
      await route.continue();
    });
  }
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(path, { waitUntil: "load" });
  const weighed = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = resources.filter(
      ({ name, startTime }) => new URL(name).pathname.endsWith(".js") && startTime < (navigation?.loadEventStart ?? 0),
    );
    // Below a kilobyte, compression gains nothing.
    const unzipped = scripts
      .filter(({ encodedBodySize, decodedBodySize }) => encodedBodySize === decodedBodySize && decodedBodySize > 1_024)
      .map(({ name }) => name);
    return { bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), unzipped };
  });
  await network.detach();
  await page.unrouteAll({ behavior: "wait" });
  return weighed;
}

/** Of a vault that holds nothing. */
const emptyPages: VaultPage[] = [
  {
    name: "empty overview",
    path: "/",
    arrived: (at) => at.getByRole("heading", { name: /Your vault is empty/ }),
  },
  { name: "empty vault", path: "/vault", arrived: (at) => at.getByText("Start with a category") },
];

test("the first load of every page needs at most 170 KB of gzipped script @phone", async ({ page }, { project }) => {
  await signUp(page);
  const onPhone = ["overview", "vault", "env project", "sign-in"];
  for (const one of await weighedPages(page)) {
    // A phone loads the same, byte for byte. Charts, panels and editors could change that.
    if (project.name === "phone" && !onPhone.includes(one.name)) continue;
    const { bytes, unzipped } = await firstLoad(page, one);
    test.info().annotations.push({ type: "script", description: `${one.name}: ${bytes} B` });
    expect.soft(unzipped, one.name).toEqual([]);
    // A page without any script would pass as well.
    expect.soft(bytes, one.name).toBeGreaterThan(100_000);
    expect.soft(bytes, one.name).toBeLessThanOrEqual(scriptBytesMax);
  }
});

test("nothing jumps while a page of an empty vault loads @phone", async ({ page }) => {
  await recordShifts(page);
  await signUp(page);
  for (const one of emptyPages) {
    await open(page, one);
    expect.soft(await tooMuchShift(page), one.name).toEqual([]);
  }
});

test("the heading stays as it is when the vault turns out to be empty @phone", async ({ page }) => {
  await signUp(page);
  const answer = await holdAnswers(page, "**/api/stats");
  await page.goto("/");
  const header = page
    .getByRole("main")
    .locator("header")
    .filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(page.getByRole("list", { name: "Totals" })).toBeVisible();
  const before = await header.boundingBox();
  answer();
  await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
  expect(await header.boundingBox()).toEqual(before);
});

test("browsers compile the large scripts of every page while they arrive", async ({ page }) => {
  await page.goto("/login");
  const large = await page.evaluate(async () => {
    const scripts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
      ({ name, decodedBodySize }) => new URL(name).pathname.endsWith(".js") && decodedBodySize > 100_000,
    );
    return Promise.all(
      scripts.map(async ({ name }) => (await (await fetch(name)).text()).split("\n", 1)[0]?.slice(0, 40)),
    );
  });
  expect(large).toEqual(Array(2).fill("//# allFunctionsCalledOnLoad"));
});

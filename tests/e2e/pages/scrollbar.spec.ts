import { expect, test, type Page } from "@playwright/test";
import config from "../../../playwright.config";
import { api, signUp, takesKeys } from "../../support/browser/browser-actors";

// A scrollbar that takes room, as most computers without a touch screen have it. Playwright hides it otherwise.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] },
  viewport: { width: 375, height: 700 },
});

const widthOf = (page: Page, shown: string) =>
  page.getByRole("main").evaluate((main, text) => {
    if (!main.textContent?.includes(text)) throw new Error(`Not shown: ${text}`);
    return main.getBoundingClientRect().width;
  }, shown);

test("a scrollbar that goes or comes with a dialog moves nothing, whether the page scrolls or not", async ({
  page,
}) => {
  await signUp(page);
  const { id: categoryId } = await api(page).aCategory();
  for (const name of ["billing", "storefront", "analytics", "search", "mail", "backups", "sign-in", "maps", "payments"])
    await api(page).anEntry(categoryId, { name });
  // The page is drawn behind the dialog that the address opens, or before a key opens it.
  for (const [path, shown] of [
    ["/vault", "payments"],
    ["/access-keys", "No access keys"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first()).toBeAttached();
    const width = await widthOf(page, shown);
    // Room for the scrollbar: without it nothing could move here.
    expect(width).toBeLessThan(375);
    await takesKeys(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await widthOf(page, shown)).toBe(width);
    await page.goto(`${path}?new=${path === "/vault" ? "entry" : "key"}`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByText(shown).first()).toBeAttached();
    expect(await widthOf(page, shown)).toBe(width);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await widthOf(page, shown)).toBe(width);
  }
});

test("where nothing scrolls, the scrollbar's room continues what reaches the window's edge", async ({
  page,
  context,
}) => {
  const pixel = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const continues = async (y: number) => {
    const edge = await page.evaluate(() => document.body.getBoundingClientRect().right);
    expect(edge).toBeLessThan(await page.evaluate(() => innerWidth));
    expect(await pixel(edge + 2, y)).toEqual(await pixel(edge - 2, y));
  };
  await signUp(page);
  const { id: categoryId } = await api(page).aCategory();
  await api(page).anEntry(categoryId);
  await page.goto("/trash");
  await expect(page.getByText("The trash is empty")).toBeVisible();
  // The bar at the top.
  await continues(10);
  await page.setViewportSize({ width: 1280, height: 800 });
  await continues(700);
  await page.goto("/vault");
  await page.locator("[data-entry]").click();
  await expect(page.getByRole("button", { name: "Share once…" })).toBeVisible();
  // The panel.
  await continues(600);
  await context.clearCookies();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await continues(10);
  await page.setViewportSize({ width: 375, height: 900 });
  await continues(10);
});

import { expect, test, type Page } from "@playwright/test";
import config from "../../playwright.config";
import { api, signUp } from "../support/browser/browser-actors";

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

import { expect, test } from "@playwright/test";
import { api, signUp } from "../../support/browser/browser-actors";
import { frameWork, median, scrolling } from "../../support/browser/frame-work";

/** How many entries a short list has: more than a screen shows, and than are ever rendered at once. */
const few = 120;
const many = 1_000;

test("scrolling 1,000 entries is no more work than 120, and filtering them little more", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const list = page.getByRole("list", { name: "Entries" });
  const create = async (from: number, until: number) => {
    for (let next = from; next < until; next += 40)
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => String(next + index).padStart(4, "0")).map((number) =>
          api(page).anEntry(category.id, { name: `project-${number}`, value: "x" }),
        ),
      );
  };
  const work = async (all: number) => {
    await page.goto("/vault");
    await expect(list.getByRole("listitem").first()).toHaveAttribute("aria-setsize", String(all));
    expect(await list.getByRole("listitem").count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(list.getByText(`project-${String(all - 1).padStart(4, "0")}`)).toBeVisible();
    // Twice: what runs for the first time is slower, whatever the length.
    await frameWork(page, scrolling(page, 10, -500));
    const scrolled = await frameWork(page, scrolling(page, 10, 500));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("searchbox").focus();
    // Until the last key every entry matches.
    const typed = await frameWork(
      page,
      Array.from("project-00", (key) => () => page.keyboard.press(key)),
    );
    await expect(list.getByRole("listitem").first()).toHaveAttribute("aria-setsize", "100");
    return { scroll: median(scrolled), type: median(typed) };
  };
  await create(0, few);
  const short = await work(few);
  await create(few, many);
  const long = await work(many);
  expect(long.scroll / short.scroll).toBeLessThan(1.5);
  // Each name is looked at, but no more rows are rendered.
  expect(long.type / short.type).toBeLessThan(3);
});

test("on a phone an entry's sheet holds the longest category name without a scrollbar @phone-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await signUp(page);
  const category = await api(page).aCategory({
    name: "Payments of the storefront and everything that belongs to it, in Europe",
  });
  await api(page).anEntry(category.id);
  await page.goto("/vault");
  await page.locator("[data-entry]").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(
    await page
      .getByRole("dialog")
      .evaluate(
        (dialog) =>
          [dialog, ...dialog.querySelectorAll("*")].filter(
            (part) =>
              part.scrollWidth > part.clientWidth && ["auto", "scroll"].includes(getComputedStyle(part).overflowX),
          ).length,
      ),
  ).toBe(0);

  // The title of the longest names leaves room for the rest, which then has them in full.
  const name = "project-with-a-name-".repeat(10);
  const { id } = await api(page).anEntry(category.id, { name });
  await page.goto(`/vault?entry=${id}`);
  const sheet = page.getByRole("dialog");
  expect((await sheet.locator("header").boundingBox())?.height).toBeLessThan(100);
  await expect(sheet.getByText(name, { exact: true })).toBeVisible();
});

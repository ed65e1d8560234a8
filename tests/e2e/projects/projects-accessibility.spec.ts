import { expect, test } from "@playwright/test";
import { aProject } from "../../support/browser/a-project";
import { signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

test("a project's page and its dialogs have no axe violations, and fit a phone", async ({ page, context, baseURL }) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await aProject(page);
  await page.reload();
  await page.getByRole("list", { name: "Projects" }).getByRole("link", { name: "billing" }).click();
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for production" }).click();
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for production")).toBeVisible();
  await expect(page.getByText("1 outdated")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Open STRIPE_SECRET_KEY for production" }).click();
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production)" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compare environments" }).click();
  await expect(page.getByRole("table", { name: /^Only in/ })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await expect(page.getByRole("dialog", { name: "Rename billing" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("the key n opens the form at its first field, and Escape leads back without moving the page", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await expect(page.getByRole("grid").getByText("STRIPE_SECRET_KEY")).toBeAttached();
  await page.keyboard.press("n");
  const category = page.getByRole("dialog", { name: "New entry" }).getByRole("combobox", { name: "Category" });
  // The categories arrive after the form, which keeps the focus.
  await expect(category.getByRole("option")).toHaveCount(5);
  await expect(category).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "New entry" })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

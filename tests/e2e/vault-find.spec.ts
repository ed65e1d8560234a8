import { expect, test, type Page } from "@playwright/test";
import { api, signUp } from "../support/browser/browser-actors";

const names = (page: Page) => page.getByRole("list", { name: "Entries" }).locator("[data-entry]").allInnerTexts();

test("entries are found by search, environment, type, category and link", async ({ page }, { project }) => {
  await signUp(page);
  const stripe = await api(page).aCategory();
  const database = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  await api(page).anEntry(stripe.id, { name: "billing", environment: "production" });
  await api(page).anEntry(stripe.id, { name: "storefront", environment: "staging" });
  const analytics = await api(page).anEntry(database.id, {
    name: "analytics",
    environment: "production",
    value: '{"PGUSER":"ada"}',
  });
  await page.goto("/vault");
  await expect.poll(() => names(page)).toEqual(["analytics", "billing", "storefront"]);

  await page.keyboard.press("/");
  await page.keyboard.type("pguser");
  await expect.poll(() => names(page)).toEqual(["analytics"]);
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();

  await page.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await expect.poll(() => names(page)).toEqual(["analytics", "billing"]);
  await page.getByRole("combobox", { name: "Type" }).selectOption("simple");
  await expect.poll(() => names(page)).toEqual(["billing"]);
  await page.getByRole("combobox", { name: "Environment" }).selectOption("");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("created");
  await expect.poll(() => names(page)).toEqual(["storefront", "billing"]);

  if (project.name === "phone") await page.getByRole("combobox", { name: "Category" }).selectOption(database.id);
  else await page.getByRole("button", { name: "PostgreSQL 1" }).click();
  await expect(page.getByRole("heading", { name: "PostgreSQL" })).toBeVisible();

  await page.goto(`/vault?entry=${analytics.id}`);
  await expect(page.getByRole("dialog", { name: "analytics" })).toBeVisible();
  await expect(page).toHaveURL("/vault");
  await page.goto("/vault?entry=00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("This entry no longer exists").first()).toBeVisible();
});

test("a project's name is suggested from entries of other categories", async ({ page }) => {
  await signUp(page);
  const [stripe, github] = [
    await api(page).aCategory(),
    await api(page).aCategory({ name: "GitHub", envVarName: "GITHUB_TOKEN", icon: "github" }),
  ];
  await api(page).anEntry(stripe.id, { name: "billing-service" });
  await page.goto(`/vault?category=${github.id}`);
  await page.getByRole("button", { name: "New entry" }).first().click();
  const field = page.getByRole("combobox", { name: "Project" });
  await field.pressSequentially("serv");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText("billing-serviceStripe");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue("billing-service");
  await field.press("Escape");
  await expect(page.getByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
});

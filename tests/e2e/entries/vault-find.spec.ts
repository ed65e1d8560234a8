import { expect, test, type Locator, type Page } from "@playwright/test";
import { api, signUp } from "../../support/browser/browser-actors";

const names = (page: Page) =>
  page
    .getByRole("list", { name: "Entries" })
    .locator("[data-entry]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));

const [analyticsRow, billingRow, storefrontRow] = [
  "PostgreSQL for analytics (production)",
  "STRIPE_SECRET_KEY for billing (production)",
  "STRIPE_SECRET_KEY for storefront (staging)",
];

test("entries are found by search, project, environment, type, category and link @phone", async ({ page }, {
  project,
}) => {
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
  await expect.poll(() => names(page)).toEqual([analyticsRow, billingRow, storefrontRow]);

  const count = page.getByRole("status").filter({ hasText: /entr(y|ies)$/ });
  await expect(count).toHaveText("3 entries");

  await page.keyboard.press("/");
  await page.keyboard.type("pguser");
  await expect.poll(() => names(page)).toEqual([analyticsRow]);
  await expect(count).toHaveText("1 of 3 entries");
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();

  await page.getByRole("combobox", { name: "Project" }).selectOption("storefront");
  await expect.poll(() => names(page)).toEqual([storefrontRow]);
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(count).toHaveText("3 entries");
  await page.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await expect.poll(() => names(page)).toEqual([analyticsRow, billingRow]);
  await page.getByRole("combobox", { name: "Type" }).selectOption("simple");
  await expect.poll(() => names(page)).toEqual([billingRow]);
  await page.getByRole("combobox", { name: "Environment" }).selectOption("");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("created");
  await expect.poll(() => names(page)).toEqual([storefrontRow, billingRow]);

  if (project.name === "phone") await page.getByRole("combobox", { name: "Category" }).selectOption(database.id);
  else await page.getByRole("button", { name: "PostgreSQL 1" }).click();
  await expect(page.getByRole("heading", { name: "PostgreSQL" })).toBeVisible();

  await page.goto(`/vault?entry=${analytics.id}`);
  await expect(page.getByRole("dialog", { name: "analytics" })).toBeVisible();
  await expect(page).toHaveURL(`/vault?entry=${analytics.id}`);
  await page.goto("/vault?entry=00000000-0000-4000-8000-000000000000");
  await expect(page.getByText(/^This entry is no longer here/).first()).toBeVisible();
  await expect(page).toHaveURL("/vault");
});

test("entries lead with their variable, and stand under their projects or categories on request @phone", async ({
  page,
}) => {
  await signUp(page);
  const stripe = await api(page).aCategory();
  const database = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  for (const environment of ["production", "staging", "development"] as const)
    await api(page).anEntry(stripe.id, { name: "storefront", environment });
  await api(page).anEntry(database.id, { name: "billing", value: '{"PGUSER":"ada"}' });
  await page.goto("/vault");
  const lines = () =>
    page
      .getByRole("list", { name: "Entries" })
      .locator("h2, [data-entry]")
      .evaluateAll((found) => found.map((line) => line.getAttribute("aria-label") ?? line.textContent));
  const keys = ["development", "staging", "production"].map((stage) => `STRIPE_SECRET_KEY for storefront (${stage})`);
  await expect.poll(lines).toEqual(["PostgreSQL for billing", ...keys]);
  await expect(page.locator("[data-entry]")).toHaveText(["PostgreSQL", ...keys.map(() => "STRIPE_SECRET_KEY")]);
  const row = page.getByRole("listitem").filter({ hasText: "PostgreSQL" }).last();
  await expect(row).toContainText("billing");
  await expect(row).toContainText("PGUSER");

  await page.getByRole("combobox", { name: "Group by" }).selectOption("project");
  await expect.poll(lines).toEqual(["billing", "PostgreSQL for billing", "storefront", ...keys]);
  await page.getByRole("combobox", { name: "Group by" }).selectOption("category");
  await expect.poll(lines).toEqual(["PostgreSQL", "PostgreSQL for billing", "Stripe", ...keys]);
});

test("reload and Back lead to the same category, search, filters, order and open entry @phone", async ({ page }, {
  project,
}) => {
  await signUp(page);
  const stripe = await api(page).aCategory();
  const github = await api(page).aCategory({ name: "GitHub", envVarName: "GITHUB_TOKEN", icon: "github" });
  const { id } = await api(page).anEntry(stripe.id, { name: "billing", environment: "production" });
  await api(page).anEntry(stripe.id, { name: "storefront", environment: "production" });
  await api(page).anEntry(github.id, { name: "billing" });
  await page.goto("/vault");
  await expect.poll(() => names(page)).toHaveLength(3);
  if (project.name === "phone") await page.getByRole("combobox", { name: "Category" }).selectOption(stripe.id);
  else await page.getByRole("button", { name: "Stripe 2" }).click();
  await page.getByRole("combobox", { name: "Project" }).selectOption("billing");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("changed");
  await page.getByRole("combobox", { name: "Group by" }).selectOption("project");
  await page.getByRole("searchbox").pressSequentially("stripe prod");
  const listed = `category=${stripe.id}&project=billing&q=stripe+prod&sort=changed&group=project`;
  await expect(page).toHaveURL(`/vault?${listed}`);
  await page.getByRole("button", { name: billingRow }).filter({ hasText: "STRIPE_SECRET_KEY" }).click();
  await expect(page).toHaveURL(`/vault?${listed}&entry=${id}`);

  const details = page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production)" });
  const isAsLeft = async () => {
    await expect.poll(() => names(page)).toEqual([billingRow]);
    await expect(page.getByRole("heading", { name: "billing", includeHidden: true, exact: true })).toBeVisible();
    await expect(page.getByLabel("Search entries")).toHaveValue("stripe prod");
    await expect(page.getByLabel("Sort by")).toHaveValue("changed");
    await expect(page.getByText("1 of 2 entries")).toBeVisible();
  };
  await expect(details).toBeVisible();
  await page.reload();
  await expect(details).toBeVisible();
  await isAsLeft();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL(`/vault?${listed}`);
  await isAsLeft();
  await page.goBack();
  await expect(page).toHaveURL("/vault");
  await expect.poll(() => names(page)).toHaveLength(3);
  await expect(page.getByLabel("Search entries")).toHaveValue("");

  // A pasted link.
  await page.goto(`/vault?${listed}&entry=${id}`);
  await expect(details).toBeVisible();
  await isAsLeft();
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL(`/vault?${listed}`);
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
  const field = page.getByRole("dialog", { name: "New entry" }).getByRole("combobox", { name: "Project" });
  await field.pressSequentially("serv");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText("billing-serviceStripe");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue("billing-service");
  await field.press("Escape");
  await expect(page.getByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
});

test("the filters stand in one line, beside the search or below it, and beside an open panel too @phone", async ({
  page,
}, { project }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await api(page).anEntry(id);
  const filters = page.getByRole("group", { name: "Filters and order" }).getByRole("combobox");
  const top = async (at: Locator) => (await at.boundingBox())?.y;
  const tops = async () => Promise.all((await filters.all()).map(top));
  for (const [width, besideSearch] of [
    [1600, true],
    [1280, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/vault");
    await expect(filters).toHaveCount(6);
    const [first, ...others] = await tops();
    expect(new Set(others)).toEqual(new Set([first]));
    expect((await top(page.getByRole("searchbox", { name: "Search entries" }))) === first).toBe(besideSearch);
  }
  await page.locator("[data-entry]").first().click();
  await expect(page.getByRole("tab", { name: "History" })).toBeVisible();
  // A finger's larger text takes two.
  expect(new Set(await tops()).size).toBe(project.name === "phone" ? 2 : 1);
  // And none lies under the panel.
  const edge = await page.getByRole("searchbox").evaluate((search) => search.getBoundingClientRect().right);
  const rights = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(edge);
});

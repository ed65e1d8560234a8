import { expect, test, type Page } from "@playwright/test";
import { listCategories } from "@/lib/contracts/vault/categories";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces, violations } from "../../support/browser/browser-checks";

const form = (page: Page) => page.getByRole("dialog", { name: "New entry" });

/** What the vault holds, by environment. */
async function stored(page: Page): Promise<Record<string, string[]>> {
  const entries = await api(page).call(listEntries);
  const values: Record<string, string[]> = {};
  for (const { id, environment } of entries) {
    const { value } = await api(page).call(revealEntry, { params: { id } });
    (values[environment ?? "none"] ??= []).push(String(value));
  }
  return values;
}

/** A new entry of Stripe for billing in several environments. */
async function severalFor(page: Page): Promise<void> {
  const { id } = await api(page).aCategory();
  await page.goto(`/vault?category=${id}&new=entry`);
  await form(page).getByRole("combobox", { name: "Project" }).fill("billing");
  await form(page).getByRole("combobox", { name: "Environment" }).selectOption("several");
}

test("one form makes a key for every environment, with one value for all", async ({ page }) => {
  await signUp(page);
  await severalFor(page);
  const environments = form(page).getByRole("group", { name: "Environments" });
  for (const name of ["Development", "Staging", "Production"])
    await expect(environments.getByRole("checkbox", { name })).toBeChecked();
  await environments.getByRole("checkbox", { name: "Staging" }).uncheck();
  await environments.getByRole("checkbox", { name: "None" }).check();
  await form(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill("same-not-real");
  expect(await violations(page)).toEqual([]);
  await form(page).getByRole("button", { name: "Create 3 entries" }).click();
  await expect(
    page.getByText("STRIPE_SECRET_KEY for billing (development, production, no environment) were created").first(),
  ).toBeVisible();
  expect(await stored(page)).toEqual({
    development: ["same-not-real"],
    production: ["same-not-real"],
    none: ["same-not-real"],
  });
});

test("a value for each environment; one that is missing is asked for, and none is left in the page", async ({
  page,
}) => {
  await signUp(page);
  await severalFor(page);
  await form(page).getByRole("checkbox", { name: "A value for each" }).check();
  const value = (name: string) => form(page).getByRole("textbox", { name: `Value of STRIPE_SECRET_KEY for ${name}` });
  await value("development").fill("dev-not-real");
  await value("production").fill("live-not-real");
  await form(page).getByRole("button", { name: "Create 3 entries" }).click();
  await expect(value("staging")).toHaveAccessibleDescription("Enter a value");
  await expect(value("staging")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await value("staging").fill("stage-not-real");
  expect(await traces(page, "not-real")).toEqual([]);
  await form(page).getByRole("button", { name: "Create 3 entries" }).click();
  await expect(form(page)).toBeHidden();
  expect(await stored(page)).toEqual({
    development: ["dev-not-real"],
    staging: ["stage-not-real"],
    production: ["live-not-real"],
  });
});

test("if one of several is not created, the form says which, and a second try makes only that one", async ({
  page,
}) => {
  await signUp(page);
  await severalFor(page);
  await form(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill("same-not-real");
  await page.route("**/api/entries", (route) =>
    route.request().postDataJSON()?.environment === "staging" ? route.abort() : route.continue(),
  );
  await form(page).getByRole("button", { name: "Create 3 entries" }).click();
  await expect(form(page).getByRole("alert")).toContainText(
    "Created: development, production. No answer for: staging.",
  );
  await expect(form(page).getByRole("alert")).toContainText("can't be reached");
  await expect(form(page).getByRole("checkbox", { name: "Staging" })).toBeChecked();
  await expect(form(page).getByRole("checkbox", { name: "Production" })).not.toBeChecked();
  await expect(form(page).getByRole("status", { name: "Duplicate" })).toHaveCount(0);
  expect(Object.keys(await stored(page)).sort()).toEqual(["development", "production"]);
  await page.unroute("**/api/entries");
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(form(page)).toBeHidden();
  expect(await stored(page)).toEqual({
    development: ["same-not-real"],
    staging: ["same-not-real"],
    production: ["same-not-real"],
  });
});

test("the warning of a duplicate covers every chosen environment", async ({ page }) => {
  await signUp(page);
  await severalFor(page);
  const [category] = [new URL(page.url()).searchParams.get("category") ?? ""];
  for (const environment of ["staging", "production"] as const)
    await api(page).anEntry(category, { environment, value: "first-not-real" });
  await page.goto(`/vault?category=${category}&new=entry`);
  await form(page).getByRole("combobox", { name: "Project" }).fill("billing");
  await form(page).getByRole("combobox", { name: "Environment" }).selectOption("several");
  const note = form(page).getByRole("status", { name: "Duplicate" });
  await expect(note).toContainText(
    "These entries already exist: STRIPE_SECRET_KEY for billing (staging) and STRIPE_SECRET_KEY for billing (production).",
  );
  expect(await violations(page)).toEqual([]);
  await form(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill("second-not-real");
  await form(page).getByRole("button", { name: "Create 3 entries" }).click();
  await expect(note.getByRole("paragraph")).toBeFocused();
  expect(await api(page).call(listEntries)).toHaveLength(2);
  await form(page).getByRole("checkbox", { name: "Staging" }).uncheck();
  await expect(note).toContainText("There is already an entry STRIPE_SECRET_KEY for billing (production).");
  await form(page).getByRole("checkbox", { name: "Production" }).uncheck();
  await expect(note).toHaveCount(0);
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(form(page)).toBeHidden();
  expect(await stored(page)).toEqual({
    development: ["second-not-real"],
    staging: ["first-not-real"],
    production: ["first-not-real"],
  });
});

test("save and create another keeps category and project, and goes on with the next environment", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await page.goto(`/vault?category=${id}&new=entry`);
  await form(page).getByRole("combobox", { name: "Project" }).fill("billing");
  await form(page).getByRole("combobox", { name: "Environment" }).selectOption("development");
  const value = form(page).getByRole("textbox", { name: /Value of/ });
  await value.fill("first-not-real");
  await form(page).getByRole("button", { name: "Save and create another" }).click();
  await expect(form(page).getByRole("combobox", { name: "Environment" })).toHaveValue("staging");
  await expect(form(page).getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(value).toHaveValue("");
  await expect(value).toBeFocused();
  await page.keyboard.type("second-not-real");
  await page.keyboard.press("Enter");
  await expect(form(page)).toBeHidden();
  expect(await stored(page)).toEqual({ development: ["first-not-real"], staging: ["second-not-real"] });
});

test("a duplicate has an entry's category, project and fields, no value, and another environment", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory({ name: "AWS", keyType: "group", envVarName: null, icon: null });
  const entry = await api(page).anEntry(id, {
    environment: "development",
    notes: "Read only",
    value: '{"KEY_ID":"not-real","KEY":"not-real"}',
  });
  await page.goto(`/vault?entry=${entry.id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
  await expect(form(page).getByRole("combobox", { name: "Category" })).toHaveValue(id);
  await expect(form(page).getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(form(page).getByRole("combobox", { name: "Environment" })).toHaveValue("staging");
  await expect(form(page).getByRole("textbox", { name: "Field 2: name" })).toHaveValue("KEY");
  await expect(form(page).getByRole("textbox", { name: "Field 2: value" })).toHaveValue("");
  await expect(form(page).getByRole("textbox", { name: "Notes" })).toHaveValue("Read only");
  await expect(form(page).getByRole("status", { name: "Duplicate" })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("a new category is made with its first entry, with an icon found by name, and only once", async ({ page }) => {
  await signUp(page);
  await api(page).aCategory();
  await page.goto("/vault?new=entry");
  await form(page).getByRole("combobox", { name: "Category" }).selectOption("new");
  const name = form(page).getByRole("textbox", { name: "Name of the category" });
  await expect(name).toBeFocused();
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(name).toHaveAccessibleDescription("Enter a name");
  await name.fill("GitHub");
  await expect(form(page).getByRole("textbox", { name: "Environment variable" })).toHaveValue("GITHUB");
  await form(page).getByRole("textbox", { name: "Environment variable" }).fill("GITHUB_TOKEN");
  await form(page).getByRole("combobox", { name: "Project" }).fill("billing");
  await form(page).getByRole("textbox", { name: "Value of GITHUB_TOKEN" }).fill("new-not-real");
  expect(await violations(page)).toEqual([]);
  await page.route("**/api/entries", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(form(page).getByRole("alert")).toContainText("can't be reached");
  await page.unroute("**/api/entries");
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(page.getByText("GITHUB_TOKEN for billing was created").first()).toBeVisible();
  const made = (await api(page).call(listCategories)).filter((one) => one.name === "GitHub");
  expect(made.map(({ icon, envVarName }) => [icon, envVarName])).toEqual([["github", "GITHUB_TOKEN"]]);
  expect(await stored(page)).toEqual({ none: ["new-not-real"] });
});

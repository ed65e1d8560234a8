import { expect, test } from "@playwright/test";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";

test("the page and each of its dialogs pass axe in light and in dark", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp(page);
  await page.goto("/vault");
  await expect(page.getByText("Start with a category")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const stripe = await api(page).aCategory({ description: "Restricted keys" });
  const database = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  const json = await api(page).aCategory({ name: "Documents", keyType: "json", envVarName: null, icon: null });
  await api(page).anEntry(stripe.id, { environment: "production" });
  const group = await api(page).anEntry(database.id, {
    name: "analytics",
    environment: "staging",
    value: '{"PGUSER":"ada"}',
    notes: "Read only",
  });
  await page.goto(`/vault?category=${stripe.id}`);
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing (production)" }).click();
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for billing (production)")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto("/vault");
  await page.getByRole("combobox", { name: "Group by" }).selectOption("project");
  await page.getByRole("combobox", { name: "Environment" }).selectOption("staging");
  await expect(page.getByRole("heading", { name: "analytics" })).toBeVisible();
  await expect(page.getByText("1 of 2 entries")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto(`/vault?entry=${group.id}`);
  await page.getByRole("dialog", { name: "analytics" }).getByRole("button", { name: "Show all" }).click();
  await expect(page.getByLabel("Value of PGUSER")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("dialog", { name: "analytics" }).getByRole("button", { name: "Delete…" }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto("/vault?new=entry");
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Category" }).selectOption(database.id);
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("Add at least one field")).toBeVisible();
  await form.getByRole("combobox", { name: "Project" }).press("ArrowDown");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByRole("combobox", { name: "Category" }).selectOption(json.id);
  await form.getByRole("textbox", { name: "JSON document" }).fill('{ "a": 1, "b": [true, null, "c"] }');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByRole("combobox", { name: "Category" }).selectOption(stripe.id);
  await form.getByRole("button", { name: "Generate…" }).click();
  await expect(page.getByText("bits of entropy")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto("/vault?new=category");
  await page.getByRole("button", { name: "Choose icon…" }).click();
  await expect(page.getByRole("group", { name: "Icons" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("an entry is created, shown and deleted by keyboard only, and the focus is never lost", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { name: "analytics" });
  await page.goto("/vault");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for analytics", exact: true })).toBeVisible();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "New entry" });
  await expect(form.getByRole("combobox", { name: "Category" })).toBeFocused();
  await page.keyboard.type("Stripe");
  await page.keyboard.press("Tab");
  await page.keyboard.type("billing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("button", { name: "Generate…" })).toBeFocused();
  await page.keyboard.press("Enter");
  const generator = page.getByRole("dialog", { name: "Generate a value" });
  await expect(generator.getByLabel("Characters", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form.getByRole("button", { name: "Generate…" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("not-real");
  await page.keyboard.press("Enter");
  const created = page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true });
  await expect(created).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "billing" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(created).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete…" }).press("Enter");
  await page.getByRole("button", { name: "Delete entry" }).press("Enter");
  await expect(created).toHaveCount(0);
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for analytics", exact: true })).toBeFocused();
});

test("an entry that was opened by a link returns the focus to its row when it is closed", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { name: "analytics" });
  const { id } = await api(page).anEntry(category.id);
  await page.goto(`/vault?entry=${id}`);
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeFocused();
});

test("the focus waits for the row where the list's script arrives after the entry was closed", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { name: "analytics" });
  const { id } = await api(page).anEntry(category.id);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const response = await route.fetch();
    if (/["']data-entry["']:/.test(await response.text())) await released;
    await route.fulfill({ response });
  });
  // The page's load waits for that script too, if it is asked for before.
  await page.goto(`/vault?entry=${id}`, { waitUntil: "commit" });
  const dialog = page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Loading entries")).toBeAttached();
  release();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeFocused();
  // Other scripts may still be on their way through the route.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

import { expect, test } from "@playwright/test";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { deleteEntry, listEntries } from "@/lib/contracts/vault/entries";
import { createEnvProject, deleteEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listTrash } from "@/lib/contracts/vault/trash";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, proofGrowsOld, signUp } from "../../support/browser/browser-actors";
import { violationsAtBothSizes, violationsInBothThemes } from "../../support/browser/browser-checks";

test("a deleted entry comes back by Undo, and the list shows it again @phone", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  await page.goto("/vault");
  await page.locator("[data-entry]").first().click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete STRIPE_SECRET_KEY for billing?" });
  await expect(confirmation).toContainText("You can restore it from the trash.");
  await confirmation.getByRole("button", { name: "Delete entry" }).click();
  await expect(page.locator("[data-entry]")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("STRIPE_SECRET_KEY for billing was restored").first()).toBeVisible();
  await expect(page.locator(`[data-entry="${id}"]`)).toBeVisible();
});

test("Ctrl-Z is Undo while its notice is there, but not in a field that holds text", async ({ page }) => {
  await signUp(page);
  for (const service of ["Forge", "Mail"])
    await api(page).call(createTwoFactorToken, {
      body: { service, accountName: "ada", secret: "JBSWY3DPEHPK3PXP", notes: `on the ${service} phone` },
    });
  await page.goto("/2fa");
  await expect(page.getByText("on the Forge phone")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Forge, ada" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete token" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search tokens" });
  await search.fill("Ma");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Forge" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("heading", { name: "Forge" })).toBeVisible();
});

test("Ctrl-Z in a form is the field's own even if it was emptied; at a box to tick it is Undo", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  for (const name of ["billing", "crawler"]) await api(page).anEntry(category.id, { name });
  await page.goto("/vault");
  const entries = page.locator("[data-entry]");
  await entries.first().click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete entry" }).click();
  await expect(entries).toHaveCount(1);
  await entries.first().click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const project = page
    .getByRole("dialog", { name: "Edit STRIPE_SECRET_KEY for crawler" })
    .getByRole("combobox", { name: "Project" });
  await project.press("ControlOrMeta+a");
  await project.press("Delete");
  await expect(project).toHaveValue("");
  await project.press("ControlOrMeta+z");
  await expect(project).toHaveValue("crawler");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const box = page.getByRole("checkbox", { name: "Select STRIPE_SECRET_KEY for crawler" });
  await box.check();
  await box.press("ControlOrMeta+z");
  await expect(entries).toHaveCount(2);
});

test("a category, a token, an env project and an env file offer Undo too", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await api(page).call(createTwoFactorToken, {
    body: { service: "Forge", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content: "A=1\n" } });

  await page.goto(`/vault?category=${category.id}`);
  await page.getByRole("button", { name: "Delete category Stripe…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the category Stripe?" });
  await dialog.getByRole("textbox").fill("Stripe");
  await dialog.getByRole("button", { name: "Delete category" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The category Stripe was restored").first()).toBeVisible();
  await expect(page.locator("[data-entry]")).toHaveCount(1);

  await page.goto("/2fa");
  await page.getByRole("button", { name: "Actions for Forge, ada" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete token" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Forge" })).toBeVisible();

  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "More for .env" }).click();
  await page.getByRole("menuitem", { name: "Delete .env…" }).click();
  await page.getByRole("button", { name: "Delete file" }).click();
  await expect(page.getByText("No .env yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(".env is encrypted")).toBeVisible();

  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Delete env project…" }).click();
  await page.getByRole("button", { name: "Delete env project" }).click();
  await expect(page).toHaveURL(/\/envs$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "billing" })).toBeVisible();
});

test("Undo says so where another device has restored the entry meanwhile", async ({ page, browser, baseURL }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  const other = await browser.newContext({ baseURL: baseURL ?? "", storageState: await page.context().storageState() });
  const elsewhere = await other.newPage();
  await page.goto("/vault");
  await page.locator("[data-entry]").first().click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete entry" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await elsewhere.goto("/trash");
  await elsewhere.getByRole("button", { name: "Restore Stripe for billing" }).click();
  await expect(elsewhere.getByText("The trash is empty")).toBeVisible();
  await undo.click();
  await expect(page.getByText("STRIPE_SECRET_KEY for billing is not in the trash.").first()).toBeVisible();
  await expect(page.locator("[data-entry]")).toHaveCount(1);
  await other.close();
});

test("the trash tells what went with what, restores it, and deletes permanently after a proof @phone", async ({
  page,
}) => {
  const user = await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await api(page).anEntry(category.id, { name: "shop" });
  const lone = await api(page).aCategory({ name: "Mailgun", envVarName: "MAILGUN_KEY", icon: null });
  const single = await api(page).anEntry(lone.id, { name: "news", environment: "production" });
  await api(page).call(deleteCategory, { params: { id: category.id } });
  await api(page).call(deleteEntry, { params: { id: single.id } });

  await page.goto("/trash");
  const list = page.getByRole("list", { name: "Trash" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("Category, with 2 entries");
  // As in the list of entries, a row leads with what only this one is called.
  await expect(list.getByTitle("Mailgun")).toHaveText("Mailgun");
  await expect(list).toContainText("Entry of news, production");
  await expect(list).toContainText("Deleted just now by you");
  const day = page.getByText("Will be deleted permanently in 30 days").first();
  await expect(day).toBeVisible();
  expect(await day.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
  expect(await day.evaluate((line) => line.scrollHeight - line.clientHeight)).toBeLessThanOrEqual(0);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Restore the category Stripe" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect(await api(page).call(listEntries)).toHaveLength(2);

  proofGrowsOld(user);
  await page.getByRole("button", { name: "Delete Mailgun for news (production) permanently…" }).click();
  const permanently = page.getByRole("dialog", { name: "Delete Mailgun for news (production) permanently?" });
  await expect(permanently).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await permanently.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The trash is empty")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await api(page).call(listTrash)).toEqual([]);
});

test("what is restored beside an entry that nobody can tell from it says so", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const first = await api(page).anEntry(category.id);
  await api(page).call(deleteEntry, { params: { id: first.id } });
  await api(page).anEntry(category.id);
  await page.goto("/trash");
  await page.getByRole("button", { name: "Restore Stripe for billing" }).click();
  await expect(page.getByText("Stripe for billing now exists twice").first()).toBeVisible();
});

test("the trash is emptied at once", async ({ page }) => {
  await signUp(page);
  for (const name of ["One", "Two"]) {
    const { id } = await api(page).aCategory({ name });
    await api(page).call(deleteCategory, { params: { id } });
  }
  await page.goto("/trash");
  await page.getByRole("button", { name: "Empty trash…" }).click();
  const dialog = page.getByRole("dialog", { name: "Empty the trash?" });
  await expect(dialog).toContainText("2 things");
  await dialog.getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
});

test("a file whose project has another of its type by now is refused in words", async ({ page }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const save = (content: string) =>
    api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content } });
  const { data: file } = await save("A=1\n");
  await api(page).call(deleteEnvFile, { params: { id: project.id, fileId: file.id } });
  await save("B=2\n");
  await page.goto("/trash");
  await page.getByRole("button", { name: "Restore .env of billing" }).click();
  await expect(
    page.getByText(".env of billing was not restored. The project has another .env by now").first(),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Trash" }).getByRole("listitem")).toHaveCount(1);
});

test("a trash that can't be read says so, and is read again on request", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/trash", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/trash");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
});

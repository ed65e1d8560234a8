import { expect, test, type Page } from "@playwright/test";
import { revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";

const row = (page: Page, project: string) =>
  page.getByRole("button", { name: `STRIPE_SECRET_KEY for ${project}`, exact: true });
const panel = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const form = (page: Page) => page.getByRole("dialog", { name: "New entry" });
const discard = (page: Page) => page.getByRole("dialog", { name: "Discard what you typed?" });

async function threeEntries(page: Page) {
  await signUp(page);
  const category = await api(page).aCategory();
  const made = [];
  for (const name of ["analytics", "billing", "storefront"])
    made.push(await api(page).anEntry(category.id, { name, value: `${name}-not-real` }));
  await page.goto("/vault");
  await expect(row(page, "storefront")).toBeVisible();
  return { category, ids: made.map(({ id }) => id) };
}

test("the panel leaves the list usable: its keys lead the panel on, from the panel and from the list", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { ids } = await threeEntries(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(panel(page, "STRIPE_SECRET_KEY for analytics")).toBeFocused();
  await expect(row(page, "analytics")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("j");
  await expect(panel(page, "STRIPE_SECRET_KEY for billing")).toBeFocused();
  await expect(page).toHaveURL(`/vault?entry=${ids[1]}`);
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("billing-not-real");
  await page.getByRole("tab", { name: "History" }).click();
  await page.keyboard.press("j");
  await expect(
    panel(page, "STRIPE_SECRET_KEY for storefront").getByRole("tabpanel", { name: "History" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row(page, "storefront")).toBeFocused();

  await row(page, "billing").click();
  await expect(panel(page, "STRIPE_SECRET_KEY for billing")).toBeFocused();
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" }).click();
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for billing")).toHaveText("billing-not-real");
  await page.keyboard.press("k");
  await expect(row(page, "analytics")).toBeFocused();
  await expect(panel(page, "STRIPE_SECRET_KEY for analytics")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(panel(page, "STRIPE_SECRET_KEY for analytics")).toBeFocused();
  await page.getByRole("searchbox").fill("store");
  await expect(row(page, "billing")).toHaveCount(0);
  await expect(panel(page, "STRIPE_SECRET_KEY for analytics")).toBeVisible();
});

test("each part of an entry has its address: reload, Back and a pasted link lead to the same sight", async ({
  page,
}) => {
  const { ids } = await threeEntries(page);
  const [, id = ""] = ids;
  await api(page).call(updateEntry, { params: { id }, body: { value: "second-not-real" } });
  await api(page).call(revealEntry, { params: { id } });
  await page.goto(`/vault?entry=${id}&show=history`);
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(2);
  await page.getByRole("tab", { name: "Used in" }).click();
  await expect(page).toHaveURL(`/vault?entry=${id}&show=uses`);
  await expect(page.getByRole("region", { name: "Where it is used" })).toBeVisible();
  expect(await violationsInBothThemes(page, { phones: true })).toEqual([]);
  await page.getByRole("tab", { name: "Activity" }).click();
  const activity = page.getByRole("list", { name: "Activity of this entry" });
  await expect(activity).toContainText("Saw an entry's value");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(page).toHaveURL(`/vault?entry=${id}&show=activity`);
  await expect(activity).toContainText("Saw an entry's value");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL(`/vault?entry=${id}&show=edit`);
  await page.reload();
  await expect(panel(page, "Edit STRIPE_SECRET_KEY for billing")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goBack();
  await expect(activity).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("region", { name: "Where it is used" })).toBeVisible();
  await page.goBack();
  await expect(versions).toHaveCount(2);
  await page.goForward();
  await expect(page.getByRole("region", { name: "Where it is used" })).toBeVisible();
});

test("a new entry's form is in the panel: prefilled from the list's filters, and again after a reload", async ({
  page,
}) => {
  const { category } = await threeEntries(page);
  await page.goto(`/vault?category=${category.id}&project=billing`);
  await expect(row(page, "billing")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(`/vault?category=${category.id}&project=billing&new=entry`);
  await page.reload();
  await expect(form(page).getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(form(page).getByRole("combobox", { name: "Category" })).toHaveValue(category.id);
  await page.goBack();
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/vault?category=${category.id}&project=billing`);
});

test("a new entry's form that has its category and project begins at what is missing: of a group, at a field's name", async ({
  page,
}) => {
  await threeEntries(page);
  const group = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  await page.goto(`/vault?category=${group.id}&project=billing&new=entry`);
  await expect(form(page).getByRole("textbox", { name: "Field 1: name" })).toBeFocused();
});

test("nothing typed into the panel is lost by another row, Back, a link or a search for another entry, unless one says so", async ({
  page,
}) => {
  await threeEntries(page);
  await page.getByRole("button", { name: "New entry" }).first().click();
  const project = form(page).getByRole("combobox", { name: "Project" });
  await project.fill("invoices");
  const isKept = async () => {
    await discard(page).getByRole("button", { name: "Cancel" }).click();
    await expect(discard(page)).toHaveCount(0);
    await expect(project).toHaveValue("invoices");
    await expect(page).toHaveURL("/vault?new=entry");
  };
  await row(page, "billing").click();
  await isKept();
  await page.evaluate(() => window.history.back());
  await isKept();
  await page.getByRole("link", { name: "Access keys" }).first().click();
  await isKept();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("stripe analytics");
  await expect(page.getByRole("dialog", { name: "Find" }).getByRole("option", { selected: true })).toContainText(
    "analytics",
  );
  await page.keyboard.press("Enter");
  await isKept();
  await row(page, "billing").click();
  await discard(page).getByRole("button", { name: "Discard" }).click();
  await expect(panel(page, "STRIPE_SECRET_KEY for billing")).toBeVisible();
  await expect(form(page)).toHaveCount(0);
});

test("what is given up by asking for the form once more is gone, and what is typed into that one is asked for again", async ({
  page,
}) => {
  await threeEntries(page);
  const edit = page.getByRole("button", { name: "Edit STRIPE_SECRET_KEY for billing" });
  const notes = page.getByRole("dialog").getByRole("textbox", { name: "Notes" });
  await edit.click();
  await notes.fill("Rotated each quarter");
  await edit.click();
  await discard(page).getByRole("button", { name: "Discard" }).click();
  await expect(notes).toHaveValue("");
  await notes.fill("Rotated each month");
  await row(page, "analytics").click();
  await expect(discard(page)).toBeVisible();
});

test("a row's button shows a long value again once the panel has hidden it, and fetches it for the panel alone", async ({
  page,
}) => {
  const { ids } = await threeEntries(page);
  const [, id = ""] = ids;
  await api(page).call(updateEntry, { params: { id }, body: { value: "first line, not real\nsecond line" } });
  let asked = 0;
  page.on("request", (request) => (asked += request.url().endsWith(`/api/entries/${id}/reveal`) ? 1 : 0));
  await page.goto("/vault");
  const show = page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" });
  const opened = panel(page, "STRIPE_SECRET_KEY for billing");
  const value = opened.getByText("first line, not real");
  await show.click();
  await expect(value).toBeVisible();
  await opened.getByRole("button", { name: "Hide" }).click();
  await expect(value).toHaveCount(0);
  const before = asked;
  await show.click();
  await expect(value).toBeVisible();
  expect(asked).toBe(before + 1);
});

test("the card that replaces a row's due value takes the form's place only if what is typed there is given up", async ({
  page,
}) => {
  const { ids } = await threeEntries(page);
  const [, id = ""] = ids;
  await api(page).call(updateEntry, { params: { id }, body: { rotateEveryDays: 1 } });
  await page.goto("/vault");
  const due = page.getByRole("button", { name: /: replace STRIPE_SECRET_KEY for billing$/ });
  const card = page.getByRole("dialog", { name: "Replace STRIPE_SECRET_KEY for billing" });
  await expect(due).toBeVisible();
  await page.getByRole("button", { name: "New entry" }).first().click();
  const project = form(page).getByRole("combobox", { name: "Project" });
  await project.fill("invoices");
  await due.click();
  await expect(discard(page)).toBeVisible();
  await expect(card).toHaveCount(0);
  await discard(page).getByRole("button", { name: "Cancel" }).click();
  await expect(project).toHaveValue("invoices");
  await expect(page).toHaveURL("/vault?new=entry");
  await due.click();
  await discard(page).getByRole("button", { name: "Discard" }).click();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(`/vault?rotate=${id}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what was typed waits where the page is left by the palette, and comes back with the page", async ({ page }) => {
  const { category } = await threeEntries(page);
  await page.getByRole("button", { name: "New entry" }).first().click();
  await form(page).getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await form(page).getByRole("combobox", { name: "Project" }).fill("invoices");
  await form(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill("typed-not-real");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("access keys");
  await expect(page.getByRole("dialog", { name: "Find" }).getByRole("option", { selected: true })).toHaveText(
    /Access keys/,
  );
  await page.keyboard.press("Enter");
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await page.getByRole("link", { name: "Vault" }).first().click();
  await expect(form(page)).toContainText("You left the page before this was saved. It is as you typed it.");
  await expect(form(page).getByRole("combobox", { name: "Project" })).toHaveValue("invoices");
  await expect(form(page).getByRole("textbox", { name: /Value of/ })).toHaveValue("typed-not-real");
});

test("after an upgrade a form stays with what was typed where a part of it can't be loaded, and says what to do", async ({
  page,
}) => {
  const { category } = await threeEntries(page);
  const json = await api(page).aCategory({ name: "Documents", keyType: "json", envVarName: null, icon: null });
  await page.goto("/vault?new=entry");
  const project = form(page).getByRole("combobox", { name: "Project" });
  await project.fill("invoices");
  await page.waitForLoadState("networkidle");
  // The scripts of before are gone.
  await page.route("**/_next/static/**", (route) => route.fulfill({ status: 404, body: "" }));
  await form(page).getByRole("combobox", { name: "Category" }).selectOption(json.id);
  await expect(form(page).getByRole("alert").getByRole("button", { name: "Reload the page" })).toBeVisible();
  await expect(project).toHaveValue("invoices");
  await form(page).getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await form(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill("typed-not-real");
  await form(page).getByRole("button", { name: "Create entry" }).click();
  await expect(row(page, "invoices")).toBeVisible();
});

test("an entry that is newer than the list at hand opens all the same, and so does its card for a new value", async ({
  page,
}) => {
  const { category } = await threeEntries(page);
  for (const [name, asked, title] of [
    ["made", "entry", "STRIPE_SECRET_KEY for made"],
    ["later", "rotate", "Replace STRIPE_SECRET_KEY for later"],
  ] as const) {
    const { id } = await api(page).anEntry(category.id, { name, value: `${name}-not-real` });
    await page.evaluate((to) => window.history.pushState(null, "", to), `/vault?${asked}=${id}`);
    await expect(panel(page, title)).toBeVisible();
  }
  await expect(page.getByText(/^This entry is no longer here/)).toHaveCount(0);
});

test("deleting from the panel closes it, and the deletion can be undone", async ({ page }) => {
  const { ids } = await threeEntries(page);
  await row(page, "billing").click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Delete…" })).toBeFocused();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete entry" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/vault");
  await expect(row(page, "storefront")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "billing").click();
  await expect(page).toHaveURL(`/vault?entry=${ids[1]}`);
  await expect(panel(page, "STRIPE_SECRET_KEY for billing")).toBeVisible();
});

test("a window that becomes narrow or wide keeps the panel with what is typed and the focus", async ({ page }) => {
  await threeEntries(page);
  await page.getByRole("button", { name: "New entry" }).first().click();
  const project = form(page).getByRole("combobox", { name: "Project" });
  await project.fill("invoices");
  const isModal = () => form(page).evaluate((dialog) => dialog.matches(":modal"));
  expect(await isModal()).toBe(false);
  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(isModal).toBe(true);
  await expect(project).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(isModal).toBe(false);
  await expect(project).toHaveValue("invoices");
  await expect(project).toBeFocused();
});

import { expect, test, type Page } from "@playwright/test";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { aProject } from "../../support/browser/a-project";
import { api, signUp, takesKeys } from "../../support/browser/browser-actors";

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const row = (page: Page, project: string) =>
  page.getByRole("button", { name: `STRIPE_SECRET_KEY for ${project}`, exact: true });

test("keys move in the list of entries, and copy, show, edit and open the one that has the focus", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  const { id } = await api(page).aCategory();
  for (const name of ["analytics", "billing", "storefront"])
    await api(page).anEntry(id, { name, value: `${name}-not-real` });
  await page.goto("/vault");
  await expect(row(page, "storefront")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row(page, "analytics")).toBeFocused();
  // The ring is within the row, where no other line covers it and the list's edge cuts nothing off.
  const ring = await row(page, "analytics").evaluate((title) => {
    const [own, area] = [getComputedStyle(title), getComputedStyle(title, "::after")];
    return [own.outlineStyle, area.outlineStyle, parseFloat(area.outlineOffset) + parseFloat(area.outlineWidth)];
  });
  expect(ring).toEqual(["none", "solid", 0]);
  // The search is above the first one: there and back.
  const search = page.getByRole("searchbox");
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.type("stor");
  await expect(row(page, "analytics")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(row(page, "storefront")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await search.fill("");
  await expect(row(page, "analytics")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "analytics")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await expect(row(page, "storefront")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "billing")).toBeFocused();
  await page.keyboard.press("c");
  await expect.poll(() => copied(page)).toBe("billing-not-real");
  await page.keyboard.press("r");
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for billing")).toHaveText("billing-not-real");
  await page.keyboard.press("r");
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for billing")).toHaveCount(0);
  await page.keyboard.press("e");
  const form = page.getByRole("dialog", { name: "Edit STRIPE_SECRET_KEY for billing" });
  await expect(form).toBeVisible();
  // In a dialog they are letters, and the list stays as it is.
  await form.getByRole("combobox", { name: "Project" }).press("End");
  await page.keyboard.type("jck");
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveValue("billingjck");
  await page.keyboard.press("Escape");
  await form.page().getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await row(page, "billing").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing" })).toBeVisible();
});

test("after g a key leads to its page and does nothing in the list; in the search keys are letters", async ({
  page,
}) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await api(page).anEntry(id);
  await page.goto("/vault");
  await expect(row(page, "billing")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL("/envs");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/vault");
  await page.getByRole("searchbox").fill("");
  await page.keyboard.type("jekc");
  await expect(page.getByRole("searchbox")).toHaveValue("jekc");
});

test("tokens and env projects are reached, copied, shown, edited and opened by the same keys", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  for (const service of ["Forge", "GitHub"])
    await api(page).call(createTwoFactorToken, {
      body: { service, accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
  await page.goto("/2fa");
  const code = (service: string) => page.getByRole("button", { name: `copy the code of ${service}, ada` });
  await expect(code("GitHub")).toBeVisible();
  await page.getByRole("searchbox").press("ArrowDown");
  await expect(code("Forge")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(code("GitHub")).toBeFocused();
  await page.keyboard.press("c");
  await expect.poll(() => copied(page)).toMatch(/^[0-9]{6}$/);
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "Hide the code of GitHub, ada" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Service" })).toHaveValue("GitHub");

  for (const name of ["billing", "storefront"]) await api(page).call(createEnvProject, { body: { name } });
  await page.goto("/envs");
  await expect(page.getByRole("link", { name: "storefront" })).toBeVisible();
  await page.getByRole("searchbox").press("ArrowDown");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toHaveValue("storefront");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "storefront" }).focus();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/envs\/[0-9a-f-]{36}$/);
});

test("projects are reached by keys, and a project's table is one stop of Tab, with arrows for its cells", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  await aProject(page);
  // With more than eight variables there is a search.
  for (const name of ["A", "B", "C", "D", "E", "F"])
    await api(page).anEntry((await api(page).aCategory({ name, envVarName: name })).id, { environment: "development" });
  await api(page).anEntry((await api(page).aCategory({ name: "Other" })).id, { name: "storefront" });
  await page.goto("/projects");
  await expect(page.getByRole("link", { name: "storefront" })).toBeVisible();
  await page.getByRole("searchbox").press("ArrowDown");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "storefront" })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/projects/billing");

  const grid = page.getByRole("grid", { name: "Variables of billing" });
  const cell = (row: number, column: number) =>
    grid
      .getByRole("row")
      .nth(row + 1)
      .getByRole("gridcell")
      .nth(column);
  await expect(grid).toBeVisible();
  await page.keyboard.press("j");
  await expect(cell(0, 0)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(0, 0)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(cell(1, 1)).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(cell(9, 2)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cell(9, 2)).toBeFocused();
  await page.keyboard.press("c");
  await expect.poll(() => copied(page)).toBe("sk_live_not_real");
  await page.keyboard.press("r");
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for production")).toHaveText("sk_live_not_real");
  await page.keyboard.press("Tab");
  await expect(cell(9, 2).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell(9, 2)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(grid.locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(cell(9, 2)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (development)" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("dialog", { name: "SENTRY_DSN for billing (development)" })).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Edit SENTRY_DSN for billing (development)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(cell(8, 0)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New entry" })).toBeVisible();
});

test("what a list is searched for stands in the address: reload, Back and a pasted link lead to the same sight", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  for (const name of ["billing", "storefront"]) {
    await api(page).anEntry(category.id, { name });
    await api(page).call(createEnvProject, { body: { name } });
    await api(page).call(createTwoFactorToken, {
      body: { service: name, accountName: "ada@example.com", secret: "NOTAREALSECRET2A" },
    });
  }
  for (const [path, list] of [
    ["/projects", "Projects"],
    ["/envs", "Env projects"],
    ["/2fa", "Two-factor tokens"],
  ] as const) {
    const items = page.getByRole("list", { name: list, exact: true }).locator("> li");
    await page.goto(path);
    await expect(items).toHaveCount(2);
    await page.getByRole("searchbox").fill("bill");
    await expect(page).toHaveURL(`${path}?q=bill`);
    await page.reload();
    await expect(items).toHaveCount(1);
    await expect(page.getByRole("searchbox")).toHaveValue("bill");
    await page.getByRole("link", { name: "Access keys" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access keys");
    await page.goBack();
    await expect(items).toHaveCount(1);
    await page.getByRole("searchbox").fill("");
    await expect(page).toHaveURL(path);
    await expect(items).toHaveCount(2);
  }
});

test.describe("on a Mac", () => {
  test.use({
    userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
  });
  test("the hints name ⌘", async ({ page }) => {
    await signUp(page);
    await page.goto("/settings");
    await expect(page.getByRole("button", { name: "Find ⌘ K" })).toBeVisible();
    await takesKeys(page);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    // With K, with Enter and with Z.
    await expect(help.getByText("⌘", { exact: true })).toHaveCount(3);
    await expect(help.getByText("Ctrl")).toHaveCount(0);
  });
});

test("Enter, however soon after the last letter, leads to the first of what was searched for", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  for (const name of ["analytics", "storefront"]) {
    await api(page).anEntry(id, { name });
    await api(page).call(createEnvProject, { body: { name } });
    await api(page).call(createTwoFactorToken, {
      body: { service: name, accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
  }
  for (const path of ["/vault", "/projects", "/envs", "/2fa"]) {
    await page.goto(path);
    await expect(page.locator("main [data-list-item]")).toHaveCount(2);
    await page.getByRole("searchbox").focus();
    // Both in one task: the page has no time to draw in between.
    const reached = await page.evaluate(() => {
      document.execCommand("insertText", false, "stor");
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      );
      return document.activeElement?.closest("li")?.textContent;
    });
    expect(reached, path).toContain("storefront");
    await expect(page.locator("main [data-list-item]"), path).toHaveCount(1);
    await expect(page.locator("main [data-list-item]"), path).toBeFocused();
  }
});

import { expect, test, type Locator, type Page } from "@playwright/test";
import { api, proofGrowsOld, signIn, signUp } from "../../support/browser/browser-actors";

/** Presses the dialog's button and waits for the response: checking passwords is slow on purpose. */
async function submitted(page: Page, dialog: Locator): Promise<void> {
  const answered = page.waitForResponse("**/api/account/password");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await answered;
}

test("a new name appears in the profile and in the account menu at once", async ({ page }) => {
  await signUp(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change name…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change name" });
  await dialog.getByLabel("Name").fill("Grace Hopper");
  await dialog.getByRole("button", { name: "Change name" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Grace Hopper")).toBeVisible();
});

test("the password is changed with the old one; errors appear at their fields, and other sessions end", async ({
  page,
  browser,
}) => {
  const user = await signUp(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, user);
  await page.goto("/settings");
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Change password…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const [current, next] = [dialog.getByLabel("Current password"), dialog.getByLabel("New password")];
  await current.fill("not-the-password");
  await next.fill("short");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Must have at least 10 characters")).toBeVisible();
  await next.fill("1234567890");
  await submitted(page, dialog);
  await expect(dialog.getByText("This password is too common", { exact: false })).toBeVisible();
  await next.fill("another-fake-password");
  await submitted(page, dialog);
  await expect(dialog.getByText("Is not the password of this account", { exact: false })).toBeVisible();
  await current.fill(user.password);
  await submitted(page, dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
  await elsewhere.goto("/vault");
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test("another session is listed by its device and ended; the current one is marked and stays", async ({
  page,
  browser,
}) => {
  const user = await signUp(page);
  const elsewhere = await (
    await browser.newContext({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" })
  ).newPage();
  await signIn(elsewhere, user);
  await page.goto("/settings");
  const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "This session" })).toHaveCount(1);
  await rows.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("This session");
  await elsewhere.goto("/vault");
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test("all other sessions end at once, and the focus is not lost", async ({ page, browser }) => {
  const user = await signUp(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, user);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out other sessions" }).click();
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("Sessions", { exact: true })).toBeFocused();
  await elsewhere.context().close();
});

test("the account is deleted after its address is typed and the password given, and can't sign in any more", async ({
  page,
}) => {
  const user = await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  proofGrowsOld(user);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("1 entry, 1 category, 0 two-factor tokens", { exact: false })).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Delete account" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill(user.email);
  await confirm.click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  const answered = page.waitForResponse("**/api/account/reauthentication");
  await question.getByRole("button", { name: "Confirm" }).click();
  await answered;
  await expect(page).toHaveURL(/\/login$/);
  await expect(signIn(page, user)).rejects.toThrow("401");
});

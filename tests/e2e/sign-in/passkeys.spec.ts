import { expect, type Page, test } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { listPasskeys } from "@/lib/contracts/people/passkeys";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/contracts/people/second-factor";
import { api, type BrowserUser, endSession, proofGrowsOld, signUp } from "../../support/browser/browser-actors";
import { codeAt } from "../../support/sign-in/second-factor";
import { addAuthenticator } from "../../support/browser/virtual-authenticator";

const passkeys = (page: Page) => page.getByRole("list", { name: "Passkeys" });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add passkey…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  // The browser's scripts for passkeys load at the first use, which takes a while on a busy machine.
  await expect(passkeys(page)).toContainText(name);
}

async function withPasskey(
  page: Page,
): Promise<{ user: BrowserUser; authenticator: Awaited<ReturnType<typeof addAuthenticator>> }> {
  const authenticator = await addAuthenticator(page);
  const user = await signUp(page);
  await addPasskey(page, "Phone");
  return { user, authenticator };
}

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

test("a passkey is added, signs in alone to the requested page, is renamed, and deleted", async ({ page }) => {
  await withPasskey(page);
  await endSession(page);
  await page.goto("/envs");
  await signInButton(page).click();
  await page.waitForURL(/\/envs$/);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Rename Phone…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Old phone");
  await page.getByRole("dialog").getByRole("button", { name: "Rename passkey" }).click();
  await expect(passkeys(page)).toContainText("Old phone");
  await page.getByRole("button", { name: "Delete Old phone…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete passkey" }).click();
  await expect(page.getByText("None yet.", { exact: false })).toBeVisible();
  await endSession(page);
  await page.goto("/login");
  await signInButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("was not accepted");
});

test("without its PIN or biometrics a passkey does not sign in, and the page says so", async ({ page }) => {
  const { authenticator } = await withPasskey(page);
  await endSession(page);
  await authenticator.verifiesUser(false);
  await page.goto("/login");
  await signInButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("No passkey was used");
  await authenticator.verifiesUser(true);
  await signInButton(page).click();
  await page.waitForURL(/\/$/);
});

test("a device that already has a passkey for the account creates no second one", async ({ page }) => {
  await withPasskey(page);
  await page.getByRole("button", { name: "Add passkey…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await dialog.getByLabel("Name").fill("Again");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog.getByRole("alert").or(dialog.getByText("already has a passkey for your account"))).toContainText(
    "already",
  );
  expect(await api(page).call(listPasskeys)).toHaveLength(1);
});

test("a passkey replaces the second factor's code", async ({ page }) => {
  const { user } = await withPasskey(page);
  const { secret } = await api(page).call(beginSecondFactor);
  await api(page).call(confirmSecondFactor, { body: { code: codeAt(secret) } });
  await endSession(page);
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/\/$/);
  await page.goto("/settings");
  await expect(page.getByRole("main").getByText(user.email)).toBeVisible();
});

test("a passkey re-authenticates for a sensitive action", async ({ page }) => {
  const { user } = await withPasskey(page);
  proofGrowsOld(user);
  await page.getByRole("button", { name: "Delete Phone…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete passkey" }).click();
  await page
    .getByRole("dialog", { name: "Confirm that it is you" })
    .getByRole("button", { name: "Use a passkey" })
    .click();
  await expect(page.getByText("None yet.", { exact: false })).toBeVisible();
  await api(page).call(createAccessKey, { body: { name: "test", scopes: ["entries:read"] } });
});

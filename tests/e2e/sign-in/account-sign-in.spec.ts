import { expect, test, type Page } from "@playwright/test";
import { api, signUp, type BrowserUser } from "../../support/browser/browser-actors";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../support/sign-in/second-factor";

async function fillIn(page: Page, { email, password }: Pick<BrowserUser, "email" | "password">): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // Checking passwords is slow on purpose.
  await Promise.all([
    page.waitForResponse("**/api/auth/callback/credentials"),
    page.getByRole("button", { name: "Sign in", exact: true }).click(),
  ]);
}

test("with a second factor the code comes next, a wrong one is reported, and the right one leads to the requested page @phone", async ({
  page,
}) => {
  const user = await signUp(page);
  const { secret } = await turnOnSecondFactor(api(page));
  await page.context().clearCookies();
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings$/);
  await fillIn(page, user);
  const code = page.getByLabel("Two-factor code");
  await expect(code).toBeFocused();
  await code.fill(wrongCode(secret));
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(
      "The code is wrong or was used before. Wait for your authenticator’s next one, or use an unused recovery code.",
    ),
  ).toBeVisible();
  await expect(code).toHaveValue("");
  await code.fill(freshCode(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("a recovery code signs in when the authenticator is out of reach", async ({ page }) => {
  const user = await signUp(page);
  const {
    recoveryCodes: [code = ""],
  } = await turnOnSecondFactor(api(page));
  await page.context().clearCookies();
  await page.goto("/login");
  await fillIn(page, user);
  await page.getByLabel("Two-factor code").fill(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/settings");
  await expect(page.getByText("9 recovery codes left.")).toBeVisible();
});

test("after five wrong passwords the form says how long to wait", async ({ page }) => {
  const user = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/login");
  for (let failure = 1; failure <= 5; failure += 1) {
    await fillIn(page, { ...user, password: "not-the-password" });
    await expect(page.getByText("E-mail address or password is wrong.")).toBeVisible();
  }
  await fillIn(page, user);
  await expect(page.getByText(/Wait a moment\. Try again in \d+ s\./)).toBeVisible();
});

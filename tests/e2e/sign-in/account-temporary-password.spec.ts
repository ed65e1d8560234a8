import { expect, test, type Page } from "@playwright/test";
import {
  api,
  type BrowserUser,
  codesAreSpent,
  endSession,
  passwordIsMade,
  signUp,
} from "../../support/browser/browser-actors";
import { traces, violations } from "../../support/browser/browser-checks";
import { freshCode, turnOnSecondFactor } from "../../support/sign-in/second-factor";

const own = "another-fake-password";

/** Submits the current form by keyboard. */
const enter = (page: Page) =>
  Promise.all([page.waitForResponse("**/api/auth/callback/credentials"), page.keyboard.press("Enter")]);

async function signIn(
  page: Page,
  { email, password }: Pick<BrowserUser, "email" | "password">,
  path = "/login",
): Promise<void> {
  await endSession(page);
  await page.goto(path);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await enter(page);
}

test("a temporary password is replaced at sign-in, which then leads to the requested page", async ({ page }) => {
  const user = await signUp(page);
  passwordIsMade(user);
  await signIn(page, user, "/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Choose your password" })).toBeVisible();
  const field = page.getByLabel("New password");
  await expect(field).toBeFocused();
  // The attributes that password managers use: whose password it is, and that it is new.
  await expect(field).toHaveAttribute("autocomplete", "new-password");
  await expect(page.locator("form input[autocomplete=username]")).toHaveValue(user.email);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page)).toEqual([]);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose a password", { exact: true })).toBeVisible();
  for (const [refused, sentence] of [
    ["short", /^must have 10 to 200 characters$/i],
    ["1234567890", /^This password is too common\./],
    [user.password, /^is the temporary one: choose your own$/i],
  ] as const) {
    await field.fill(refused);
    await enter(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
  }
  expect(await violations(page)).toEqual([]);
  await field.fill(own);
  expect(await traces(page, own)).toEqual([]);
  await enter(page);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();

  await signIn(page, user);
  await expect(page.getByText("E-mail address or password is wrong.")).toBeVisible();
  await signIn(page, { ...user, password: own });
  await expect(page).toHaveURL(/\/$/);
});

test("an expired one says whom to ask", async ({ page }) => {
  const user = await signUp(page);
  passwordIsMade(user, 25 * 3_600_000);
  await signIn(page, user);
  await expect(
    page.getByText("This temporary password has expired. Ask the operator for a new one.", { exact: false }),
  ).toBeVisible();
  await signIn(page, { ...user, password: "not-the-password" });
  await expect(page.getByText("E-mail address or password is wrong.")).toBeVisible();
});

test("with a second factor the code comes first, and is asked for again if it has expired in the meantime", async ({
  page,
}) => {
  const user = await signUp(page);
  const {
    secret,
    recoveryCodes: [recoveryCode = ""],
  } = await turnOnSecondFactor(api(page));
  passwordIsMade(user);
  await signIn(page, user);
  await page.getByLabel("Two-factor code").fill(freshCode(secret));
  await enter(page);
  await expect(page.getByLabel("New password")).toBeFocused();
  codesAreSpent(user);
  await page.getByLabel("New password").fill(own);
  await enter(page);
  await expect(page.getByText("That code has expired. Enter the next one.")).toBeVisible();
  await expect(page.getByLabel("Two-factor code")).toBeFocused();
  await page.getByLabel("Two-factor code").fill(recoveryCode);
  await enter(page);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await signIn(page, { ...user, password: own });
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
});

test("starting again leads back to the first step, where one can sign in, and nothing has changed", async ({
  page,
}) => {
  const user = await signUp(page);
  passwordIsMade(user);
  await signIn(page, user);
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("New password")).toBeVisible();
});

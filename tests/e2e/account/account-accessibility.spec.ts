import { expect, test } from "@playwright/test";
import { api, proofGrowsOld, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { codeAt, turnOnSecondFactor } from "../../support/sign-in/second-factor";

test("settings and every dialog of them pass axe in light and in dark", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const user = await signUp(page);
  await page.goto("/settings");
  await expect(page.getByText("This session")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  for (const [button, title] of [
    ["Change name…", "Change name"],
    ["Change password…", "Change password"],
    ["Delete account…", "Delete your account?"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: button })).toBeFocused();
  }
  await page.getByRole("button", { name: "Turn on…" }).click();
  const setup = page.getByRole("dialog", { name: "Turn on the second factor" });
  await expect(setup.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await setup
    .getByLabel("Two-factor code")
    .fill(codeAt((await setup.getByLabel("Secret", { exact: true }).textContent()) ?? ""));
  await setup.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes).toBeVisible();
  await codes.getByRole("button", { name: "Done" }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await codes.getByRole("button", { name: "Close without saving them" }).click();
  for (const button of ["New recovery codes…", "Turn off…"]) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
  proofGrowsOld(user);
  await page.getByRole("button", { name: "Turn off…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(
    page.getByRole("dialog", { name: "Confirm that it is you" }).getByLabel("Two-factor code"),
  ).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("the second step of sign-in passes axe, in light and dark", async ({ page }) => {
  const { email, password } = await signUp(page);
  await turnOnSecondFactor(api(page));
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Two-factor code")).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await violationsInBothThemes(page)).toEqual([]);
});

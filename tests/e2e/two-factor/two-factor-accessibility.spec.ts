import { expect, test } from "@playwright/test";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

test("two-factor codes and their dialogs have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/2fa");
  await expect(page.getByText("No two-factor tokens yet")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await api(page).call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  for (const [service, fields] of [
    ["Door", { type: "hotp" }],
    ["Bank", { digits: 8, period: 60 }],
    ["Steam", { type: "steam" }],
  ] as const)
    await api(page).call(createTwoFactorToken, {
      body: { service, accountName: "ada", secret: "JBSWY3DPEHPK3PXP", ...fields },
    });
  await page.reload();
  await page.getByRole("button", { name: "Show codes" }).click();
  await page.getByRole("button", { name: "Next code of Door" }).click();
  await expect(page.getByTestId("code")).toHaveCount(4);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Add tokens" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add token" }).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByText("Links", { exact: true }).click();
  await dialog
    .getByRole("textbox", { name: "Links" })
    .fill(
      "otpauth://totp/GitHub:ada?secret=JBSWY3DPEHPK3PXP&issuer=GitHub\notpauth://hotp/Old:ada?secret=JBSWY3DPEHPK3PXP",
    );
  await dialog.getByRole("button", { name: "Read links" }).click();
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByText("Image", { exact: true }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();

  for (const item of ["Edit…", "Delete…"]) {
    await page.getByRole("button", { name: "Actions for GitHub, ada" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
});

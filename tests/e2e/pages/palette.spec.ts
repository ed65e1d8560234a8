import { expect, test } from "@playwright/test";
import { signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";
import { aVault, copies, find, help, palette, ready } from "../../support/browser/palette";

test("a search without results says so; if the vault can't be read the palette still offers pages", async ({
  page,
}) => {
  await signUp(page);
  await ready(page);
  await find(page, "no such thing");
  await expect(palette(page).getByText("Nothing found for “no such thing”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await page.route("**/api/{categories,entries,2fa,envs}", (route) =>
    route.fulfill({ status: 400, json: { error: "no", code: "VALIDATION_ERROR" } }),
  );
  await page.reload();
  await ready(page);
  await find(page, "stripe");
  await expect(palette(page).getByText("The vault could not be read.")).toBeVisible();
  await palette(page).getByRole("combobox").fill("env");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/envs");
});

test("the palette opens with its button and returns the focus to it @phone", async ({ page }) => {
  await signUp(page);
  await ready(page);
  const button = page.getByRole("button", { name: "Find" }).filter({ visible: true });
  await button.click();
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("the palette and the list of shortcuts have no axe violations in light and in dark @phone", async ({
  page,
  context,
  baseURL,
}, { project }) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await aVault(page);
  await ready(page);
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await find(page, "st");
  // A phone has no room for what keys do.
  await expect(palette(page).getByText(copies)).toBeVisible({ visible: project.name === "desktop" });
  await expect(palette(page).getByText(copies)).toHaveCount(1);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await palette(page).getByRole("combobox").fill("nosuchthing");
  await expect(palette(page).getByText("Nothing found for")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

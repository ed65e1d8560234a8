import { expect, test } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { scopes } from "@/lib/contracts/access/scopes";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

test("access keys and their dialogs have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/access-keys");
  await expect(page.getByText("No access keys yet")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Create access key" }).click();
  const form = page.getByRole("dialog", { name: "Create access key" });
  await form.getByText("Everything", { exact: true }).click();
  await form.getByLabel("Last day").fill("2020-01-31");
  await form.getByRole("button", { name: "Create access key" }).click();
  await expect(form.getByRole("alert")).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Projects" }).fill("billing");
  await page.keyboard.press("Enter");
  await form.getByRole("checkbox", { name: "Production" }).check();
  await form.getByText("More limits").click();
  await form.getByLabel("IP addresses").fill("10.0.0");
  await form.getByLabel("Values a day").fill("many");
  await form.getByRole("textbox", { name: "Projects" }).fill("shop");
  await form.getByRole("button", { name: "Create access key" }).click();
  await expect(form.getByRole("alert")).toHaveCount(5);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Projects" }).fill("");
  await form.getByLabel("IP addresses").fill("10.0.0.0/8");
  await form.getByLabel("Values a day").fill("100");
  await form.getByRole("textbox", { name: "Name" }).fill("laptop");
  await form.getByRole("combobox", { name: "Expires after" }).selectOption("30");
  await form.getByRole("button", { name: "Create access key" }).click();
  const created = page.getByRole("dialog", { name: "laptop is ready" });
  await expect(created).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await created.getByRole("button", { name: "Done" }).click();
  await expect(created.getByRole("button", { name: "Close without copying" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  for (const days of [3, -3])
    await api(page).call(createAccessKey, {
      body: {
        name: `in ${days} days`,
        scopes: [...scopes],
        expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
      },
    });
  await page.reload();
  await expect(page.getByRole("heading", { name: "in -3 days" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: /^Rotate laptop, svc_/ }).click();
  const rotation = page.getByRole("dialog", { name: "Rotate the access key laptop?" });
  await expect(rotation).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await rotation.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Revoke laptop, svc_/ }).click();
  await expect(page.getByRole("dialog", { name: "Revoke the access key laptop?" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("a key is created and revoked by keyboard only, and the focus is never lost", async ({ page }) => {
  await signUp(page);
  await page.goto("/access-keys");
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Create access key" });
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Create access key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("laptop");
  await page.keyboard.press("Enter");
  const created = page.getByRole("dialog", { name: "laptop is ready" });
  await expect(created.getByLabel("The key", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(created.getByText("You haven’t copied the key.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(created).toBeHidden();
  await expect(page.getByRole("button", { name: "Create access key" })).toBeFocused();
  await page.getByRole("button", { name: /^Revoke laptop, svc_/ }).press("Enter");
  await page.getByRole("button", { name: "Revoke access key" }).press("Enter");
  await expect(page.getByRole("button", { name: "Create access key" })).toBeFocused();
});

test("the focus is not lost where the list answers only after the first key was shown and closed", async ({ page }) => {
  await signUp(page);
  await page.goto("/access-keys");
  await expect(page.getByText("No access keys yet")).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/access-keys", async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("laptop");
  await page.keyboard.press("Enter");
  const created = page.getByRole("dialog", { name: "laptop is ready" });
  await expect(created.getByLabel("The key", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(created).toBeHidden();
  const listed = page.waitForResponse("**/api/access-keys");
  answer();
  await listed;
  await expect(page.getByRole("heading", { name: "laptop" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create access key" })).toBeFocused();
});

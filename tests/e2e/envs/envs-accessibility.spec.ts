import { expect, test } from "@playwright/test";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

test("env projects and their dialogs have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/envs");
  await expect(page.getByText("No env projects yet")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "New env project" }).click();
  await page.getByRole("button", { name: "Create env project" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const { data: project } = await api(page).call(createEnvProject, {
    body: { name: "billing", description: "Invoices" },
  });
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "# note\nexport A=1\nB='2'\nA=3\n1BAD\n" },
  });
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env.local", content: "A=2\nC=1\n" },
  });
  await page.goto("/envs");
  await expect(page.getByRole("heading", { name: "billing" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto(`/envs/${project.id}`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(page.locator(".cm-lint-marker")).toHaveCount(2);
  await page.keyboard.type("Z=1\n");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("tab", { name: ".env.local" }).click();
  await expect(page.getByRole("dialog", { name: "Save .env first?" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("tab", { name: ".env.production" }).click();
  await expect(page.getByText("No .env.production yet")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Compare files" }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("button", { name: "Show values" }).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

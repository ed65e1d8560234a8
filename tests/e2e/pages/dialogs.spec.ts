import { expect, test, type Locator, type Page } from "@playwright/test";
import { signUp } from "../../support/browser/browser-actors";
import { holdAnswers } from "../../support/browser/held-answers";

const category = (page: Page) => page.getByRole("dialog", { name: "New category" });
const question = (page: Page) => page.getByRole("dialog", { name: "Discard what you typed?" });

async function typeCategory(page: Page): Promise<Locator> {
  await signUp(page);
  await page.goto("/vault?new=category");
  const name = category(page).getByRole("textbox", { name: "Name" });
  await name.fill("Sentry");
  return name;
}

async function pressEscape(page: Page, times: number) {
  for (let pressed = 0; pressed < times; pressed += 1) await page.keyboard.press("Escape");
}

test("a form that is being sent stays, however often Escape is pressed, and shows what the vault refused", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/envs?new=project");
  const project = page.getByRole("dialog", { name: "New env project" });
  await project.getByRole("textbox", { name: "Name" }).fill("storefront");
  const answer = await holdAnswers(page, "**/api/envs", (route) =>
    route.fulfill({ status: 400, json: { error: "There is one of this name already", code: "VALIDATION_ERROR" } }),
  );
  await page.keyboard.press("Enter");
  await expect(project.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await pressEscape(page, 5);
  await expect(project).toBeVisible();
  answer();
  await expect(project.getByText("There is one of this name already")).toBeVisible();
  await expect(project.getByRole("textbox", { name: "Name" })).toHaveValue("storefront");
});

test("a form with typed text asks, however often Escape is pressed, and can be kept or discarded", async ({ page }) => {
  const name = await typeCategory(page);
  // Each press opens the question or closes it.
  const pressAndSee = async (times: number) => {
    for (let pressed = 1; pressed <= times; pressed += 1) {
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeVisible({ visible: pressed % 2 === 1 });
    }
  };
  await pressAndSee(5);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeHidden();
  await expect(name).toHaveValue("Sentry");
  await pressAndSee(4);
  await expect(name).toBeVisible();
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(category(page)).toBeHidden();
});

test("a dialog that the browser closes by itself is shown again, and what it asks above it", async ({ page }) => {
  const name = await typeCategory(page);
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  // As a phone does when one goes back twice.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("dialog")) one.close();
  });
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeHidden();
  await page.evaluate(() => document.querySelector("dialog")?.close());
  await expect(name).toHaveValue("Sentry");
  await category(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeVisible();
});

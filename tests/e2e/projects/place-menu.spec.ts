import { expect, test, type Page } from "@playwright/test";
import { createTeam } from "@/lib/contracts/people/teams";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";

const switcher = (page: Page) => page.getByRole("button", { name: /^Vault: / }).filter({ visible: true });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
const choice = (page: Page, name: string) =>
  page.getByRole("menuitem", { name, exact: true }).or(page.getByRole("menuitemradio", { name, exact: true }));

/** Opens the menu, and waits for a team in it. */
async function open(page: Page, team: string) {
  await switcher(page).click();
  await expect(choice(page, team)).toBeVisible();
}

test("the place menu leads from one's own vault to a team, to its pages, and back", async ({ page }, { project }) => {
  await signUp(page);
  // As long as names get: the bar must keep its other buttons.
  const name = `Payments ${"and everything else ".repeat(4)}`.trim();
  const { id } = await api(page).call(createTeam, { body: { name } });
  await page.goto("/vault");
  await expect(switcher(page)).toHaveAccessibleName("Vault: My vault");

  await open(page, name);
  await expect(choice(page, "My vault")).toBeVisible();
  expect(await violationsInBothThemes(page, { phones: true })).toEqual([]);
  await choice(page, name).click();
  await expect(page).toHaveURL(new RegExp(`/teams/${id}$`));
  await expect(switcher(page)).toHaveAccessibleName(`Vault: ${name}`);
  for (const label of project.name === "phone" ? ["Find"] : [])
    await expect(page.getByRole("button", { name: label })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  // The pages that a phone's bar has no room for.
  for (const [label, path] of [
    ["Activity", "activity"],
    ["Trash", "trash"],
    ["Team settings", "settings"],
  ] as const) {
    await open(page, name);
    await item(page, label).click();
    await expect(page).toHaveURL(new RegExp(`/teams/${id}/${path}$`));
  }

  await open(page, name);
  await page.keyboard.press("Escape");
  await expect(item(page, "Trash")).toBeHidden();
  await expect(switcher(page)).toBeFocused();

  await open(page, name);
  await choice(page, "My vault").click();
  await expect(page).toHaveURL(/\/$/);
  await expect(switcher(page)).toHaveAccessibleName("Vault: My vault");
  await open(page, name);
  await item(page, "Trash").click();
  await expect(page).toHaveURL(/\/trash$/);
});

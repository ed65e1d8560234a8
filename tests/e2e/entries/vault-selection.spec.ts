import { expect, test, type Page } from "@playwright/test";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listEntries } from "@/lib/contracts/vault/entries";
import { createTeam } from "@/lib/contracts/people/teams";
import { api, signUp } from "../../support/browser/browser-actors";
import { overlap, violationsInBothThemes } from "../../support/browser/browser-checks";

const rows = (page: Page) => page.getByRole("list", { name: "Entries" }).getByRole("listitem");
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

async function aVaultWithSix(page: Page) {
  await signUp(page);
  const [stripe, sendgrid] = [
    await api(page).aCategory({ name: "Stripe", envVarName: "STRIPE_KEY" }),
    await api(page).aCategory({ name: "SendGrid", envVarName: "SENDGRID_KEY" }),
  ];
  for (const { id } of [stripe, sendgrid])
    for (const environment of ["development", "staging", "production"] as const)
      await api(page).anEntry(id, { name: "billing", environment, value: `not-real-${environment}` });
  await page.goto("/vault?sort=category");
  await expect(rows(page)).toHaveCount(6);
}

test("entries are selected one by one, with Shift, and all that the filter shows with Ctrl-A @phone", async ({
  page,
}) => {
  await aVaultWithSix(page);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await expect(bar(page)).toContainText("Nothing selected");
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.nth(1).check();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 selected");
  // The marked row has the colour of its badge, which therefore has a line.
  await expect(rows(page).nth(1).getByText("Staging").filter({ visible: true })).not.toHaveCSS("box-shadow", "none");
  await boxes.nth(2).uncheck();
  await expect(bar(page)).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  // The one under the pointer stays.
  await page.getByRole("heading", { name: "Vault", level: 1 }).hover();
  await expect(boxes).toHaveCount(0);

  await page.getByLabel("Environment").selectOption("staging");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("status").filter({ hasText: "2 of 6 entries" }).click();
  await page.keyboard.press("Control+a");
  await expect(bar(page)).toContainText("2 selected");
  // What the filter hides is not selected when it is shown again.
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(bar(page)).toContainText("2 selected");
  await page.getByRole("button", { name: "Select all 6" }).click();
  await expect(bar(page)).toContainText("6 selected");
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("what is selected moves together to a team, and the list shows it no more", async ({ page }) => {
  await aVaultWithSix(page);
  await api(page).call(createTeam, { body: { name: "Payments" } });
  await page.reload();
  await page.getByLabel("Environment").selectOption("staging");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 2" }).click();
  await bar(page).getByRole("button", { name: "Move to…" }).click();
  await page.getByRole("dialog", { name: "Move 2 entries?" }).getByRole("button", { name: "Move entries" }).click();
  await expect(toasts(page)).toContainText("2 entries were moved to Payments");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(rows(page)).toHaveCount(4);
});

/** An env file of a project of its own, which is written anew each time. */
async function aLinkingFile(page: Page) {
  const { data: linking } = await api(page).call(createEnvProject, { body: { name: "linking" } });
  return (content: string) =>
    api(page).call(saveEnvFile, { params: { id: linking.id }, body: { fileType: "env", content } });
}

test("of many entries of a category, all that env files link to are counted, whatever becomes of them", async ({
  page,
}) => {
  await signUp(page);
  const { id } = await api(page).aCategory({ name: "Stripe" });
  for (let at = 10; at < 40; at += 1) await api(page).anEntry(id, { name: `p${at}` });
  const write = await aLinkingFile(page);
  await write("KEY=svc://Stripe/p11/-\nOTHER=svc://Stripe/p38/-\nTWICE=svc://Stripe/p38/-\n");
  await page.goto(`/vault?sort=name&category=${id}`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 30" }).click();
  await bar(page).getByRole("button", { name: "Delete…" }).click();
  const leads = "Its links will be broken until you restore the entries or change them.";
  await expect(page.getByRole("dialog", { name: "Delete 30 entries?" }).getByRole("status").first()).toHaveText(
    `linking’s .env links to 2 of them. ${leads}`,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "End selection" }).click();

  await page.getByRole("button", { name: "Delete category Stripe…" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete the category Stripe?" });
  await expect(deleting.getByRole("status").first()).toHaveText(`linking’s .env links to 2 of them. ${leads}`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Edit category Stripe", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit category Stripe" });
  await form.getByRole("textbox", { name: "Name" }).fill("Payments");
  await expect(form.getByRole("checkbox", { name: "Update the 3 references to it" })).toBeChecked();
});

test("of more categories than are looked up, it is said of how many entries the links are known", async ({ page }) => {
  await signUp(page);
  for (let at = 10; at < 23; at += 1) {
    const { id } = await api(page).aCategory({ name: `C${at}`, envVarName: `KEY_${at}` });
    await api(page).anEntry(id, { name: `p${at}` });
  }
  const write = await aLinkingFile(page);
  await write("KEY=svc://C11/p11/-\n");
  await page.goto("/vault?sort=name");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 13" }).click();
  await bar(page).getByRole("button", { name: "Delete…" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete 13 entries?" });
  await expect(deleting.getByRole("status").first()).toHaveText(
    "linking’s .env links to one of them. Its link will be broken until you restore the entries or change it. Only 12 of the 13 entries were looked up.",
  );
  await page.keyboard.press("Escape");
  await write("KEY=none\n");
  await bar(page).getByRole("button", { name: "Delete…" }).click();
  await expect(deleting.getByRole("status").first()).toHaveText(
    "Links to them from env files in your own vault will be broken. None leads to the 12 that were looked up; the others were not.",
  );
});

test("whoever selects from the keyboard keeps the focus, whatever goes", async ({ page }) => {
  await aVaultWithSix(page);
  const begin = page.getByRole("button", { name: "Select", exact: true });
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await begin.press("Enter");
  await expect(boxes.first()).toBeFocused();
  await bar(page).getByRole("button", { name: "Select all 6" }).press("Enter");
  await expect(bar(page).getByRole("button", { name: "Copy as .env" })).toBeFocused();
  await bar(page).getByRole("button", { name: "End selection" }).press("Enter");
  await expect(begin).toBeFocused();

  await begin.press("Enter");
  await boxes.nth(2).press("Space");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(rows(page).nth(2).locator("[data-entry]")).toBeFocused();
});

test("an entry is selected from the keyboard", async ({ page }) => {
  await aVaultWithSix(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
});

test("with Shift, what is selected is what stands between the two, under the names of their groups", async ({
  page,
}) => {
  await aVaultWithSix(page);
  const { id } = await api(page).aCategory({ name: "AWS", envVarName: "AWS_KEY" });
  for (const name of ["billing", "shop"]) await api(page).anEntry(id, { name, environment: "staging", value: "x" });
  await page.goto("/vault?group=project");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  // On a phone not all of them are near enough to the window to be drawn.
  await expect(page.getByText("8 entries", { exact: true })).toBeVisible();
  await boxes.nth(0).check();
  await boxes.nth(2).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  for (const at of [0, 1, 2]) await expect(boxes.nth(at)).toBeChecked();
});

test("Ctrl-A in the search field is the field's own", async ({ page }) => {
  await aVaultWithSix(page);
  await page.getByRole("searchbox").fill("billing");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(bar(page)).toBeHidden();
});

test("selected entries are deleted together and one press brings them back @phone", async ({ page }) => {
  await aVaultWithSix(page);
  await rows(page)
    .nth(0)
    .getByRole("button", { name: /^Stripe|^STRIPE|^SENDGRID/ })
    .first()
    .click({ modifiers: ["Control"] });
  await rows(page)
    .nth(2)
    .getByRole("button", { name: /^Stripe|^STRIPE|^SENDGRID/ })
    .first()
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 3 entries?" });
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete 3 entries" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(bar(page)).toBeHidden();
  const undo = page.getByRole("button", { name: "Undo" });
  const left = rows(page).first().getByRole("button").first();
  const before = page.getByRole("button", { name: (await left.getAttribute("aria-label")) ?? "", exact: true });
  await before.focus();
  await undo.press("Enter");
  await expect(toasts(page)).toContainText("3 entries were restored");
  await expect(rows(page)).toHaveCount(6);
  // The button is gone, the focus is not.
  await expect(before).toBeFocused();
});

test("newer notices cover an Undo on a phone, which is there again after them @phone", async ({ page }, {
  project,
}) => {
  await aVaultWithSix(page);
  const remove = async (count: number) => {
    await rows(page).first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete…" }).click();
    await expect(page.getByRole("dialog")).toContainText("You can restore it from the trash.");
    await page.getByRole("button", { name: "Delete 1 entry" }).click();
    await expect(rows(page)).toHaveCount(count);
  };
  const undo = toasts(page).getByRole("button", { name: "Undo" });
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await remove(5);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await remove(4);
  await expect(undo).toHaveCount(project.name === "phone" ? 1 : 2);
  await undo.last().click();
  await expect(rows(page)).toHaveCount(5);
  await expect(toasts(page)).toContainText("was restored");
  // Nobody means what they do not see.
  if (project.name === "phone") await page.keyboard.press("ControlOrMeta+z");
  await toasts(page).getByRole("button", { name: "Dismiss" }).last().click();
  await undo.click();
  await expect(rows(page)).toHaveCount(6);
});

test("a notice that has the focus stays until the focus has left it, whatever newer ones do", async ({ page }) => {
  await aVaultWithSix(page);
  await page.clock.install();
  for (const left of [5, 4]) {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await rows(page).first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 1 entry" }).click();
    await expect(rows(page)).toHaveCount(left);
  }
  const undo = toasts(page).getByRole("button", { name: "Undo" });
  await undo.first().focus();
  await page.clock.fastForward(20_000);
  await expect(undo).toHaveCount(1);
  await expect(undo).toBeFocused();
  await page.getByRole("searchbox").focus();
  await expect
    .poll(async () => {
      await page.clock.fastForward(20_000);
      return undo.count();
    })
    .toBe(0);
});

test("a deletion that stops midway says how far it came, and goes on with the rest", async ({ page }) => {
  await aVaultWithSix(page);
  let refused = false;
  await page.route("**/api/entries/*", async (route) => {
    if (route.request().method() !== "DELETE" || refused) return route.fallback();
    refused = true;
    return route.abort();
  });
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 6" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 6 entries" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The vault can't be reached" })).toBeVisible();
  const left = await rows(page).count();
  expect(left).toBeGreaterThan(0);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete / })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("No entries", { exact: true })).toBeVisible();
  // One notice for both tries.
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page)).toContainText("6 entries were restored");
  await expect(rows(page)).toHaveCount(6);
});

test("what a deletion that stops midway has deleted is undone from its dialog, by keyboard too", async ({ page }) => {
  await aVaultWithSix(page);
  let asked = 0;
  await page.route("**/api/entries/*", (route) =>
    route.request().method() === "DELETE" && asked++ > 0 ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 6" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 6 entries" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("1 entry of 6 was deleted");
  // What lies under it could not be pressed.
  await expect(toasts(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Undo what was deleted" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toContainText("1 entry was restored");
  await expect(rows(page)).toHaveCount(6);
  await expect(toasts(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("selected entries get another project and environment, after a warning of twins @phone", async ({ page }) => {
  await aVaultWithSix(page);
  await page.getByLabel("Environment").selectOption("staging");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 entries" });
  await dialog.getByRole("button", { name: "Change 2 entries" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose what to change.");
  await dialog.getByLabel("Environment").selectOption("production");
  await expect(
    dialog.getByText("2 of them would have the category, project and environment of another entry"),
  ).toBeVisible();
  await dialog.getByLabel("Project", { exact: true }).selectOption("New project…");
  await dialog.getByLabel("Name of the new project").fill("shop");
  await expect(dialog.getByText("would have the category")).toBeHidden();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change 2 entries" }).click();
  await expect(toasts(page)).toContainText("2 entries were changed");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("button", { name: "Clear search and filters" }).first().click();
  await page.getByLabel("Project", { exact: true }).selectOption("shop");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: "Production" })).toHaveCount(2);
});

test("selected entries are copied as .env; the notice of it leaves the bar free, which has two lines on a phone @phone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await aVaultWithSix(page);
  // With another vault there is one more thing to do.
  await api(page).call(createTeam, { body: { name: "Payments" } });
  await page.reload();
  await page.getByLabel("Environment").selectOption("production");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await expect(bar(page).getByRole("button")).toHaveCount(6);
  expect((await bar(page).boundingBox())?.height).toBeLessThan(120);
  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.getByRole("button", { name: "Copy as .env" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  // It slides to its place.
  await expect.poll(() => overlap(toasts(page).locator("> div"), bar(page))).toBe(false);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.match(/^\w+=.*$/gm)).toEqual(["SENDGRID_KEY=not-real-production", "STRIPE_KEY=not-real-production"]);
});

test("at 1280 px everything that can be done with many entries is on one line, with a team to move to", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await aVaultWithSix(page);
  await api(page).call(createTeam, { body: { name: "Payments" } });
  const entries = await api(page).call(listEntries);
  const many = Array.from({ length: 200 }, (_, at) => entries.map((entry) => ({ ...entry, id: `${entry.id}-${at}` })));
  await page.route("**/api/entries", (route) => route.fulfill({ json: many.flat() }));
  await page.reload();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await bar(page).getByRole("button", { name: "Select all 1,200" }).click();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .uncheck();
  await expect(bar(page)).toContainText("1,199 selected");
  const parts = bar(page).getByRole("button").filter({ visible: true });
  await expect(parts).toHaveText(["Select all 1,200", "Copy as .env", "Change…", "Move to…", "Delete…", ""]);
  const middles = await parts.evaluateAll((buttons) =>
    buttons.map((button) => button.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
});

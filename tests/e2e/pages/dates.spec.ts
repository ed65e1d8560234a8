import { expect, test } from "@playwright/test";
import { listEntries } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces, violationsInBothThemes } from "../../support/browser/browser-checks";
import { hideTab } from "../../support/browser/page-events";
import { aTeam } from "../../support/browser/team-actors";

test("an entry gets its dates in the form; its row, its details and the filter tell that it is due", async ({
  page,
}) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  await seed.anEntry(categoryId, { name: "billing", environment: "production" });
  await seed.anEntry(categoryId, { name: "shop", environment: "production" });
  const [billing] = await seed.call(listEntries);
  await page.goto(`/vault?entry=${billing?.id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: /^Edit/ });
  await form.getByLabel("Replace after (days)").fill("0");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Must be at least 1 day")).toBeVisible();
  await form.getByLabel("Replace after (days)").fill("5");
  await form.getByLabel("Expires on").fill("2099-12-31");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByRole("list", { name: "Entries" }).getByText("Due in 5 days").filter({ visible: true }),
  ).toBeVisible();
  expect((await seed.call(listEntries))[0]).toMatchObject({
    expiresAt: "2099-12-31T00:00:00.000Z",
    rotateEveryDays: 5,
  });
  const rows = page.getByRole("main").getByRole("button", { name: /^STRIPE_SECRET_KEY for/ });
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "Age" }).selectOption("due");
  await expect(rows).toHaveCount(1);
  await rows.click();
  const details = page.getByRole("dialog");
  await expect(details.getByText("Due in 5 days").filter({ visible: true })).toBeVisible();
  await expect(details.getByText("31 Dec 2099")).toBeVisible();
  await expect(details.getByText("5 days", { exact: true })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("a half-typed date is not saved as none", async ({ page }) => {
  await signUp(page);
  const { id: categoryId } = await api(page).aCategory();
  await page.goto(`/vault?category=${categoryId}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await form.getByLabel(/^Value of/).fill("not-a-real-value");
  // The 31st of February, as the browser's fields for month, day and year take it.
  await form.getByLabel("Expires on").pressSequentially("02312099");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("Enter a date that exists, with its year, or clear it")).toBeVisible();
  expect(await api(page).call(listEntries)).toEqual([]);
  await form.getByLabel("Expires on").fill("2099-12-31");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form).toBeHidden();
  expect(await api(page).call(listEntries)).toMatchObject([{ expiresAt: "2099-12-31T00:00:00.000Z" }]);
});

test("the calendar's address is made, shown once, replaced if one says so, and revoked in the settings", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Create address" }).click();
  const shown = page.getByLabel("The calendar’s address");
  await expect(shown).toHaveText(/\/api\/reminders\.ics\?token=[\w-]{43}$/);
  const former = await shown.innerText();
  expect((await page.request.get(former)).status()).toBe(200);
  await hideTab(page);
  expect(await traces(page, former)).toEqual([]);
  await page.getByRole("button", { name: "Show the address" }).click();
  await expect(shown).toHaveText(former);

  await page.getByRole("button", { name: "Create new address…" }).click();
  const question = page.getByRole("dialog", { name: "Replace the calendar’s address?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect((await page.request.get(former)).status()).toBe(200);
  await page.getByRole("button", { name: "Create new address…" }).click();
  await question.getByRole("button", { name: "Create new address" }).click();
  await expect(question).toBeHidden();
  await expect(shown).not.toHaveText(former);
  const address = await shown.innerText();
  const statuses = await Promise.all([former, address].map(async (url) => (await page.request.get(url)).status()));
  expect(statuses).toEqual([404, 200]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText(/Its address was created/)).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke address…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke address" }).click();
  await expect(page.getByRole("button", { name: "Create address" })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});

test("a team's settings make a calendar of its vault, for each member their own", async ({ page }) => {
  await signUp(page);
  const team = await aTeam(page);
  const { id: categoryId } = await team.aCategory({ name: "Payroll" });
  await team.anEntry(categoryId, { expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
  await page.goto(team.at("/settings"));
  await expect(page.getByText("What expires or has to be replaced in this team’s vault")).toBeVisible();
  await page.getByRole("button", { name: "Create address" }).click();
  const address = await page.getByLabel("The calendar’s address").innerText();
  expect(await (await page.request.get(address)).text()).toContain("Payroll");
});

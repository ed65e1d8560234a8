import { expect, test, type Page } from "@playwright/test";
import { deleteEntry, revealEntry } from "@/lib/contracts/vault/entries";
import { listEnvProjects, getEnvProject, revealEnvFile } from "@/lib/contracts/vault/envs";
import { listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { aDueKey, aProject } from "../../support/browser/a-project";
import { api, endSession, signUp } from "../../support/browser/browser-actors";
import { traces, violationsInBothThemes } from "../../support/browser/browser-checks";
import { fetchEntriesAgain } from "../../support/browser/page-events";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";

const card = (page: Page) => page.getByRole("dialog", { name: "Replace STRIPE_SECRET_KEY for billing (production)" });

/** The project billing, whose production key is due: its file holds a former value. */
async function theDueKey(page: Page, teamId?: string): Promise<string> {
  await aProject(page, teamId);
  return aDueKey(page, teamId);
}

test("a due value is replaced from the overview: the service's page, the new value, what uses it, the files, done", async ({
  page,
}) => {
  await signUp(page);
  const id = await theDueKey(page);
  await page.goto("/");
  await page
    .getByRole("list", { name: "Needs attention" })
    .getByRole("link", { name: /Stripe · billing/ })
    .click();
  await expect(page).toHaveURL(`/?rotate=${id}`);
  const service = card(page).getByRole("link", { name: "Open Stripe (in a new tab)" });
  await expect(service).toHaveAttribute("href", "https://dashboard.stripe.com/apikeys");
  await expect(service).toHaveAttribute("rel", "noopener noreferrer");
  await expect(card(page).getByRole("link", { name: "Open keys.example.com, from the notes" })).toBeVisible();
  await expect(card(page).getByText("Used in 1 file.")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await card(page).getByRole("button", { name: "Save new value" }).click();
  await expect(card(page).getByText("Enter a value")).toBeVisible();
  await card(page)
    .getByRole("textbox", { name: /^Value of/ })
    .fill("sk_rotated_not_real");
  await card(page).getByRole("button", { name: "Save new value" }).click();

  const after = page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production) has a new value" });
  await expect(after.getByText(/It is due next on/)).toBeVisible();
  await expect(after.getByRole("heading", { name: "1 file holds the former value" })).toBeVisible();
  await after.getByRole("button", { name: "Link it" }).click();
  await expect(after.getByRole("heading", { name: /The env files are linked/ })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await after.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL("/");
  expect(await traces(page, "sk_rotated_not_real")).toEqual([]);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("sk_rotated_not_real");
  const [project] = (await api(page).call(listEnvProjects)).data;
  const file = (await api(page).call(getEnvProject, { params: { id: project?.id ?? "" } })).data.files[0];
  const params = { id: project?.id ?? "", fileId: file?.id ?? "" };
  expect((await api(page).call(revealEnvFile, { params })).data.content).toBe(
    "A=svc://Stripe/billing/production\nB=svc://Stripe/billing/production\nC=sk_dev_not_real\nD=only_here\n",
  );
});

test("the card opens from a row and from a project's cell; Back closes it, and what was typed survives an ended session", async ({
  page,
}) => {
  const user = await signUp(page);
  const id = await theDueKey(page);
  await page.goto("/projects/billing");
  const badge = page.getByRole("button", { name: /^Due .*: replace STRIPE_SECRET_KEY for billing \(production\)$/ });
  await badge.click();
  await expect(card(page)).toBeVisible();
  await page.goBack();
  await expect(card(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects/billing");
  await page.goto("/vault?q=stripe");
  await badge.click();
  await expect(page).toHaveURL(`/vault?q=stripe&rotate=${id}`);
  await page.reload();
  await card(page)
    .getByRole("textbox", { name: /^Value of/ })
    .fill("typed-not-real");
  await endSession(page);
  await card(page).getByRole("button", { name: "Save new value" }).click();
  await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(card(page).getByRole("textbox", { name: /^Value of/ })).toHaveValue("typed-not-real");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/vault?q=stripe");
});

test("a value that was typed outlasts its entry in the list, and is saved once that is restored", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  const { call } = api(page);
  const id = await theDueKey(page);
  await page.goto(`/vault?rotate=${id}`);
  const value = card(page).getByRole("textbox", { name: /^Value of/ });
  await value.fill("typed-not-real");
  await call(deleteEntry, { params: { id } });
  await fetchEntriesAgain(page);
  await expect(page.locator(`[data-entry="${id}"]`)).toHaveCount(0);
  await expect(value).toHaveValue("typed-not-real");
  await expect(page.getByText(/^This entry is no longer here/)).toHaveCount(0);
  const [deleted] = await call(listTrash);
  await call(restoreFromTrash, { params: { id: deleted?.id ?? "" } });
  await card(page).getByRole("button", { name: "Save new value" }).click();
  await expect(page.getByRole("dialog", { name: /has a new value$/ })).toBeVisible();
  expect((await call(revealEntry, { params: { id } })).value).toBe("typed-not-real");
});

test("a reader is told that a value is due and offered no card, by an address either", async ({ page, browser }) => {
  await signUp(page);
  const team = await aTeam(page);
  const id = await theDueKey(page, team.id);
  const reader = await somebodyElse(browser);
  await join(page, team.id, reader.page, { role: "reader" });
  await reader.page.goto(team.at(`/vault?rotate=${id}`));
  await expect(reader.page.getByRole("main").getByText("Due tomorrow")).toBeVisible();
  await expect(reader.page.getByRole("button", { name: /replace Stripe/ })).toHaveCount(0);
  await reader.page.waitForLoadState("networkidle");
  await expect(card(reader.page)).toHaveCount(0);
});
